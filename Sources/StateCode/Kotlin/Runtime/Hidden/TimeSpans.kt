@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

internal inline fun span(value: () -> Long): TimeSpan =
    try {
        TimeSpan(value())
    } catch (_: EvaluationException) {
        celError("range")
    }
