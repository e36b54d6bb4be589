@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

/** Whether a screen receives a value: an earlier state does not have the same. */
@GeneratedCodeOnly
public inline fun <S, V> celIsNew(read: (S) -> V, state: S, earlier: S?): Boolean =
    earlier == null || read(earlier) != read(state)
