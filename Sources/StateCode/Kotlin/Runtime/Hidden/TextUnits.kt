@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

internal fun isPair(text: String, low: Int): Boolean =
    low in 1 until text.length && text[low].isLowSurrogate() && text[low - 1].isHighSurrogate()

internal fun unitCount(text: String, index: Int): Int = if (isPair(text, index + 1)) 2 else 1

internal fun unitIndex(text: String, place: Long): Int {
    if (place < 0) celError("index")
    var index = 0
    var left = place
    while (left > 0 && index < text.length) {
        index += unitCount(text, index)
        left -= 1
    }
    return if (left == 0L) index else celError("index")
}

internal fun byteCount(text: String): Long {
    var count = 0L
    for (index in text.indices) {
        val unit = text[index].code
        count += if (unit < 0x80) 1 else if (unit < 0x800 || unit in 0xD800..0xDFFF) 2 else 3
    }
    return count
}

internal fun limited(text: String): String =
    if (byteCount(text) > 1 shl 20) celError("size") else text
