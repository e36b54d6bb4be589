@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

// Selection.

/** The rows that run together. Each active leaf takes the first row on its path to the root. */
@GeneratedCodeOnly
public inline fun <S : Enum<S>> StateTree<S>.select(
    configuration: Configuration,
    find: (S) -> Found<ChartRow<S>>,
): Pair<List<ChartRow<S>>, StepResult> {
    val chosen = mutableListOf<ChartRow<S>>()
    val denied = mutableListOf<Int>()
    val silent = mutableSetOf<Int>()
    val taken = mutableSetOf<Int>()
    for (leaf in leaves(configuration)) {
        var state = leaf
        while (state >= 0 && state !in taken) {
            if (state !in silent) {
                val found = find(states[state])
                if (found is Found.Row) {
                    taken += state
                    chosen += found.row
                    break
                }
                if (found is Found.Denied) denied += found.rows.filter { it !in denied }
                silent += state
            }
            state = parents[state]
        }
    }
    val result = if (denied.isEmpty()) StepResult.Unhandled else celDenied(denied)
    return Pair(if (chosen.size > 1) resolved(configuration, chosen) else chosen, result)
}

/** An inner row wins over rows of its ancestors. Of other conflicting rows the earlier wins. */
@GeneratedCodeOnly
public fun <S : Enum<S>> StateTree<S>.resolved(
    configuration: Configuration,
    chosen: List<ChartRow<S>>,
): List<ChartRow<S>> {
    val kept = mutableListOf<Pair<ChartRow<S>, Move?>>()
    for (row in chosen) {
        if (chosen.any { isAncestor(row.way.source.ordinal, it.way.source.ordinal) }) continue
        val traversal = Traversal(this, configuration)
        val move = traversal.move(row.way)
        if (kept.none { traversal.conflict(it.second, move) }) kept += Pair(row, move)
    }
    return kept.map { it.first }
}

// Traversal.

/** The states that a row leaves and enters. */
@GeneratedCodeOnly
public class Move(public val missing: MutableSet<Int> = mutableSetOf()) {
    public var targets: List<Int> = emptyList()
    public var left: Set<Int> = emptySet()
    public var entered: Set<Int> = emptySet()

    /** The states whose `initial` is used, and the histories without a record. */
    public val initials: MutableSet<Int> = mutableSetOf()
    public val restored: MutableSet<Int> = mutableSetOf()
    public var usesHistory: Boolean = false
}

@GeneratedCodeOnly
public class Traversal<S : Enum<S>>(
    private val tree: StateTree<S>,
    private val configuration: Configuration,
) {
    private val active = configuration.active

    public fun move(way: Way<S>): Move? {
        val targets = way.targets?.map { it.ordinal } ?: return null
        val move = Move()
        move.targets = resolve(targets, move)
        when (way.reentry) {
            Reentry.No -> {}
            Reentry.Yes -> for (target in move.targets) {
                if (target !in active) continue
                val range = (if (target == 0) 1 else target) until tree.ends[target]
                move.missing += active.filter { it in range }
            }
            Reentry.External -> {
                val domain = domain(way.source.ordinal, move.targets)
                move.missing += active.filter { tree.isAncestor(domain, it) }
            }
        }
        val wanted = wanted(move)
        move.left = active.toSet() - wanted + move.missing
        move.entered = wanted - (active.toSet() - move.missing)
        return move
    }

    /** The move after the exits have recorded histories. */
    public fun again(move: Move, targets: List<Int>): Move {
        val again = Move(move.missing)
        again.left = move.left
        again.targets = resolve(targets, again)
        again.entered = wanted(again) - (active.toSet() - move.missing)
        return again
    }

    /**
     * Whether both leave a state, one leaves where the other goes, or both give a child to the
     * same state that rests.
     */
    public fun conflict(first: Move?, second: Move?): Boolean {
        if (first == null || second == null) return false
        return first.left.any { it in second.left } || crosses(first, second) ||
            crosses(second, first) || resting(first).any { it in resting(second) }
    }

    private fun crosses(one: Move, other: Move): Boolean =
        one.left.any { left -> other.targets.any { tree.contains(left, it) } }

    private fun resting(move: Move): Set<Int> =
        move.entered.map { tree.parents[it] }.filter { parent ->
            parent >= 0 && parent in active && tree.kind(parent) == StateKind.Composite &&
                active.none { tree.isAncestor(parent, it) }
        }.toSet()

    /** The nearest ancestor of the source that is not parallel and contains all targets. */
    private fun domain(source: Int, targets: List<Int>): Int {
        var domain = tree.parents[source]
        while (domain > 0) {
            val isParallel = tree.kind(domain) == StateKind.Parallel
            if (!isParallel && targets.all { tree.isAncestor(domain, it) }) return domain
            domain = tree.parents[domain]
        }
        return 0
    }

    /** Replaces histories among the targets by the states that they recorded. */
    private fun resolve(targets: List<Int>, move: Move, depth: Int = 0): List<Int> =
        targets.flatMap { target ->
            val states = configuration.memories[target]
            when {
                !tree.isHistory(target) -> listOf(target)
                states != null -> {
                    move.usesHistory = true
                    move.restored += target
                    states.ifEmpty { listOf(tree.parents[target]) }
                }
                else -> {
                    move.usesHistory = true
                    move.initials += target
                    if (depth < 64) resolve(tree.initials[target], move, depth + 1) else emptyList()
                }
            }
        }

    private fun wanted(move: Move): Set<Int> {
        val wanted = mutableSetOf<Int>()
        want(0, move.targets, 0 in move.targets, move, wanted)
        return wanted
    }

    private fun want(
        state: Int,
        targets: List<Int>,
        isTarget: Boolean,
        move: Move,
        wanted: MutableSet<Int>,
    ) {
        wanted += state
        when (tree.kind(state)) {
            StateKind.Leaf, StateKind.Final, StateKind.ShallowHistory, StateKind.DeepHistory -> {}
            StateKind.Composite -> {
                var below = targets.filter { tree.isAncestor(state, it) }
                if (below.isEmpty()) {
                    if (tree.initials[state].isEmpty()) return
                    move.initials += state
                    below = resolve(tree.initials[state], move)
                        .filter { tree.isAncestor(state, it) }
                }
                val first = below.firstOrNull() ?: 0
                val child = tree.children[state].firstOrNull { tree.contains(it, first) } ?: return
                val inside = below.filter { tree.contains(child, it) }
                want(child, inside, child in inside, move, wanted)
            }
            StateKind.Parallel -> for (region in tree.children[state]) {
                val inside = targets.filter { tree.contains(region, it) }
                val stays = region in active && region !in move.missing
                when {
                    inside.isNotEmpty() -> want(region, inside, region in inside, move, wanted)
                    isTarget || !stays -> want(region, emptyList(), true, move, wanted)
                    else ->
                        wanted += active.filter { tree.contains(region, it) && it !in move.missing }
                }
            }
        }
    }
}

// Microsteps.

/** The operations of the start, which enters the initial states. */
@GeneratedCodeOnly
public fun <S : Enum<S>> StateTree<S>.beginning(): List<ChartOperation<S>> {
    val move = Traversal(this, Configuration(listOf(0))).move(Way(0, states[0], listOf(states[0])))
        ?: return emptyList()
    move.entered += 0
    return entries(Configuration(), emptySet(), listOf(Pair(move, emptyList())))
}

/** What rows do that run together: exits, their own actions, entries. Histories have recorded. */
@GeneratedCodeOnly
public fun <S : Enum<S>> StateTree<S>.microstep(
    before: Configuration,
    ways: List<Way<S>>,
): Pair<Configuration, List<ChartOperation<S>>> {
    val traversal = Traversal(this, before)
    val moves = ways.map { traversal.move(it) }
    val left = moves.flatMap { it?.left ?: emptySet() }.toSet()
    val operations = mutableListOf<ChartOperation<S>>()
    val memories = before.memories.toMutableMap()
    for (history in states.indices) {
        if (!isHistory(history) || parents[history] !in left) continue
        val recorded = recorded(history, before)
        memories[history] = recorded
        operations += ChartOperation.Record(
            states[history],
            kept(history, recorded).map { states[it] },
        )
    }
    operations += left.sortedDescending().map { ChartOperation.Exit(states[it]) }
    operations += ways.indices.map { ChartOperation.Run(it) }
    val configuration = before.copy(memories = memories)
    val later = Traversal(this, configuration)
    val arrivals = mutableListOf<Pair<Move, List<Int>>>()
    for ((way, move) in ways.zip(moves)) {
        if (move == null) continue
        val targets = way.targets.orEmpty().map { it.ordinal }
        arrivals += Pair(if (move.usesHistory) later.again(move, targets) else move, targets)
    }
    if (arrivals.isNotEmpty()) operations += entries(configuration, left, arrivals)
    return Pair(configuration, operations)
}

private fun <S : Enum<S>> StateTree<S>.recorded(
    history: Int,
    configuration: Configuration,
): List<Int> {
    val parent = parents[history]
    return if (kind(history) == StateKind.ShallowHistory) {
        configuration.active.filter { parents[it] == parent }
    } else {
        leaves(configuration).filter { isAncestor(parent, it) }
    }
}

/** The states whose data a history records. */
@GeneratedCodeOnly
public fun <S : Enum<S>> StateTree<S>.kept(history: Int, recorded: List<Int>): List<Int> =
    if (kind(history) == StateKind.DeepHistory) {
        states.indices.filter { place ->
            nodes[place].carries && isAncestor(parents[history], place) &&
                recorded.any { contains(place, it) }
        }
    } else {
        recorded.filter { nodes[it].carries }
    }

/** The entries in document order, after the data of targets is set. */
private fun <S : Enum<S>> StateTree<S>.entries(
    configuration: Configuration,
    left: Set<Int>,
    arrivals: List<Pair<Move, List<Int>>>,
): List<ChartOperation<S>> {
    val entered = arrivals.flatMap { it.first.entered }.distinct().sorted()
    val operations = mutableListOf<ChartOperation<S>>()
    val given = mutableSetOf<Int>()
    fun carry(state: Int, cargo: Cargo<S>) {
        if (nodes[state].carries) operations += ChartOperation.Carry(states[state], cargo)
        given += state
    }
    fun carryInitial(owner: Int) {
        for (target in initials[owner]) {
            if (target in entered && target !in given) carry(target, Cargo.Initial(states[owner]))
        }
    }
    for (state in left.sorted()) {
        if (nodes[state].carries) operations += ChartOperation.Carry(states[state], Cargo.Empty)
    }
    for (target in arrivals.flatMap { it.second }) {
        val stays = target in configuration.active && target !in left
        if (!isHistory(target) && (stays || target in entered)) carry(target, Cargo.Given)
    }
    for (history in arrivals.flatMap { it.first.restored.sorted() }) {
        for (state in kept(history, configuration.memories[history].orEmpty())) {
            if (state in entered && state !in given) carry(state, Cargo.Remembered(states[history]))
        }
    }
    val owners = arrivals.flatMap { it.first.initials.sorted() }
    for (owner in owners) {
        val place = if (isHistory(owner)) parents[owner] else owner
        if (place !in entered) carryInitial(owner)
    }
    for (state in entered) {
        if (nodes[state].carries && state !in given) carry(state, Cargo.Defaults)
        operations += ChartOperation.Enter(states[state])
        for (owner in owners) {
            if (owner == state || isHistory(owner) && parents[owner] == state) carryInitial(owner)
        }
    }
    return operations
}
