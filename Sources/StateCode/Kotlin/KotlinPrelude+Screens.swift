extension KotlinPrelude {
  /// What screens are told.
  static let screens = #"""
    /** Whether a value of a state is to be told: no earlier state has the same. */
    internal inline fun <S, V> celIsNew(read: (S) -> V, state: S, earlier: S?): Boolean {
        if (earlier == null) return true
        val value = read(state)
        return try {
            read(earlier) != value
        } catch (_: EvaluationException) {
            true
        }
    }
    """#
}
