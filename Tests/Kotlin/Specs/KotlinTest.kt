// What generated tests use of kotlin.test, which is not among the jars of the compiler.
package kotlin.test

annotation class Test

annotation class Ignore

fun <T> assertEquals(expected: T, actual: T) {
    if (expected != actual) fail("expected <$expected>, was <$actual>")
}

fun assertTrue(actual: Boolean) {
    if (!actual) fail("expected true")
}

fun assertFalse(actual: Boolean) {
    if (actual) fail("expected false")
}

fun assertNull(actual: Any?) {
    if (actual != null) fail("expected null, was <$actual>")
}

inline fun <reified T : Any> assertIs(value: Any?): T =
    if (value is T) value else fail("expected a ${T::class}, was <$value>")

inline fun <reified T : Throwable> assertFailsWith(block: () -> Unit): T {
    try {
        block()
    } catch (error: Throwable) {
        return assertIs<T>(error)
    }
    fail("expected a ${T::class}, but nothing failed")
}

fun fail(message: String): Nothing = throw AssertionError(message)
