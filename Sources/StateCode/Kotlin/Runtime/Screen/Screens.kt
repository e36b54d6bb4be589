@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

/** Whether a screen receives a value: an earlier state does not have the same. */
internal inline fun <S, V> celIsNew(read: (S) -> V, state: S, earlier: S?): Boolean {
    if (earlier == null) return true
    val value = read(state)
    return try {
        read(earlier) != value
    } catch (_: EvaluationException) {
        true
    }
}
