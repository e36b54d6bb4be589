@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

/** The next decimal: "199" gives "200", "999" gives "1000". */
internal fun increment(digits: String): String {
    val head = digits.trimEnd('9')
    val zeros = "0".repeat(digits.length - head.length)
    return (if (head.isEmpty()) "1" else head.dropLast(1) + (head.last() + 1)) + zeros
}
