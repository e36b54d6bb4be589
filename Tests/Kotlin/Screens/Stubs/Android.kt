package android.os

class Bundle(private val values: Map<String, Any?>) {
    fun getString(key: String): String? = values[key] as String?
}
