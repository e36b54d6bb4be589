@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

/** Marks what only generated code uses. It can change with each version of the generator. */
@RequiresOptIn("Only code that `states generate kotlin` writes uses this.")
@Retention(AnnotationRetention.BINARY)
public annotation class GeneratedCodeOnly
