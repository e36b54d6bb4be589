package specs

import java.lang.reflect.InvocationTargetException
import kotlin.test.Ignore
import kotlin.test.Test

/** Runs the tests of classes and prints a line for each: the result, the class, the test. */
fun main(classes: Array<String>) {
    for (name in classes) {
        val type = Class.forName(name)
        val tests = type.declaredMethods.filter { it.isAnnotationPresent(Test::class.java) }
        for (test in tests.sortedBy { it.name }) {
            val result = if (test.isAnnotationPresent(Ignore::class.java)) {
                "ignored"
            } else {
                try {
                    test.invoke(type.getDeclaredConstructor().newInstance())
                    "passed"
                } catch (error: InvocationTargetException) {
                    "failed: ${error.targetException.message}"
                }
            }
            println("${type.simpleName}\t${test.name}\t$result")
        }
    }
}
