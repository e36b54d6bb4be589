@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

// Regular expressions. The generator compiles them, and this code runs them.

/** A compiled regular expression. */
@GeneratedCodeOnly
public class Pattern(
    /** The first instruction. */
    public val start: Int,
    /** The number of groups. */
    public val groups: Int,
    /** Four numbers each: match, one, set, split, save or assertion; the next; two arguments. */
    public val instructions: IntArray,
    /** The ranges of code points in sets: first and last. */
    public val ranges: IntArray,
) {
    public fun reads(place: Int, scalar: Int): Boolean {
        val argument = instructions[place * 4 + 2]
        if (instructions[place * 4] == 1) return argument == scalar
        return (argument until argument + instructions[place * 4 + 3]).any {
            scalar in ranges[it * 2]..ranges[it * 2 + 1]
        }
    }
}

@GeneratedCodeOnly
public fun celMatches(text: String, pattern: Pattern): Boolean =
    PatternMachine(pattern, text).firstMatch(0) != null

/** The group of the first match, or the whole match if there is no group. */
@GeneratedCodeOnly
public fun celExtract(text: String, pattern: Pattern): String? {
    val machine = PatternMachine(pattern, text)
    return machine.firstMatch(0)?.let { machine.part(it) }
}

/** The groups or texts of all matches, from left to right. Error `size`. */
@GeneratedCodeOnly
public fun celExtractAll(text: String, pattern: Pattern): List<String> {
    val machine = PatternMachine(pattern, text)
    val parts = machine.matches(-1).mapNotNull { machine.part(it) }
    return if (parts.size > 10_000) celError("size") else parts
}

/** Replaces the first `limit` matches, or all if negative. `\1` inserts a group. */
@GeneratedCodeOnly
public fun celReplace(
    text: String,
    pattern: Pattern,
    template: String,
    limit: Long = -1,
): String {
    val machine = PatternMachine(pattern, text)
    val pieces = mutableListOf<Any>()
    var isEscaped = false
    for (unit in template) {
        if (unit == '\\' && !isEscaped) {
            isEscaped = true
        } else if (!isEscaped || unit == '\\') {
            pieces += unit
            isEscaped = false
        } else {
            if (unit !in '0'..'9' || unit - '0' > pattern.groups) celError("argument")
            pieces += unit - '0'
            isEscaped = false
        }
    }
    if (isEscaped) celError("argument")
    val result = buildString {
        var rest = 0
        for (slots in machine.matches(limit)) {
            append(machine.text(rest, slots[0]))
            for (piece in pieces) {
                if (length > 1 shl 20) celError("size")
                if (piece is Int) {
                    append(machine.text(slots[piece * 2], slots[piece * 2 + 1]))
                } else {
                    append(piece)
                }
            }
            rest = slots[1]
        }
        append(machine.text(rest, machine.starts.size - 1))
    }
    return limited(result)
}

private class PatternMachine(private val pattern: Pattern, private val text: String) {
    private class Thread(val place: Int, val slots: IntArray)

    /** Where each code point starts, and the end. */
    val starts: List<Int> = buildList {
        var index = 0
        while (index < text.length) {
            add(index)
            index += unitCount(text, index)
        }
        add(text.length)
    }
    private val count = starts.size - 1
    private val rounds = IntArray(pattern.instructions.size / 4)
    private var round = 1

    private fun scalar(at: Int): Int {
        val index = starts[at]
        val high = text[index].code
        if (starts[at + 1] - index == 1) return high
        return 0x10000 + ((high and 0x3FF) shl 10) + (text[index + 1].code and 0x3FF)
    }

    /** The text between two code points; nothing for a group that took no part. */
    fun text(start: Int, end: Int): String =
        if (start in 0..end) text.substring(starts[start], starts[end]) else ""

    /** The match, or the first group if there is one; `nil` if the group is empty. */
    fun part(slots: IntArray): String? {
        val from = if (pattern.groups == 1) 2 else 0
        if (pattern.groups != 0 && slots[from] >= slots[from + 1]) return null
        return text(slots[from], slots[from + 1])
    }

    /** Matches that do not overlap; an empty one right behind another is none. */
    fun matches(limit: Long): List<IntArray> {
        val found = mutableListOf<IntArray>()
        var at = 0
        while (at <= count && (limit < 0 || found.size < limit)) {
            val slots = firstMatch(at) ?: break
            val isEmpty = slots[0] == slots[1]
            if (!isEmpty || slots[0] != found.lastOrNull()?.get(1)) found += slots
            at = if (isEmpty) slots[1] + 1 else slots[1]
        }
        return found
    }

    fun firstMatch(first: Int): IntArray? {
        var found: IntArray? = null
        var current = mutableListOf<Thread>()
        round += 1
        for (at in first..count) {
            if (found == null) {
                val slots = IntArray(pattern.groups * 2 + 2) { -1 }
                slots[0] = at
                follow(pattern.start, at, slots, current)
            }
            if (current.isEmpty() && found != null) break
            val following = mutableListOf<Thread>()
            round += 1
            for (thread in current) {
                if (pattern.instructions[thread.place * 4] == 0) {
                    found = thread.slots.copyOf().also { it[1] = at }
                    break
                }
                if (at < count && pattern.reads(thread.place, scalar(at))) {
                    follow(
                        pattern.instructions[thread.place * 4 + 1],
                        at + 1,
                        thread.slots,
                        following,
                    )
                }
            }
            current = following
        }
        return found
    }

    /** Enters a thread and all that it splits into before it reads on. */
    private fun follow(start: Int, at: Int, given: IntArray, threads: MutableList<Thread>) {
        val pending = ArrayDeque<Pair<Int, IntArray>>()
        pending.addLast(start to given)
        while (pending.isNotEmpty()) {
            var (place, slots) = pending.removeLast()
            while (rounds[place] != round) {
                rounds[place] = round
                val argument = pattern.instructions[place * 4 + 2]
                when (pattern.instructions[place * 4]) {
                    3 -> pending.addLast(argument to slots)
                    4 -> if (argument < slots.size) {
                        slots = slots.copyOf().also { it[argument] = at }
                    }
                    5 -> if (!holds(argument, at)) break
                    else -> {
                        threads += Thread(place, slots)
                        break
                    }
                }
                place = pattern.instructions[place * 4 + 1]
            }
        }
    }

    /** Whether an assertion holds at a place. */
    private fun holds(assertion: Int, at: Int): Boolean {
        val previous = if (at > 0) scalar(at - 1) else null
        val next = if (at < count) scalar(at) else null
        return when (assertion) {
            0 -> previous == null
            1 -> next == null
            2 -> previous == null || previous == 10
            3 -> next == null || next == 10
            4 -> isWord(previous) != isWord(next)
            else -> isWord(previous) == isWord(next)
        }
    }

    private fun isWord(scalar: Int?): Boolean =
        scalar != null &&
            (scalar in 48..57 || scalar in 65..90 || scalar in 97..122 || scalar == 95)
}
