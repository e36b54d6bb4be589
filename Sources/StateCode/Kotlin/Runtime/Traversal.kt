@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

// Selection.

/**
 * The rows that run together, by their places. An inner row wins over rows of its ancestors. Of
 * other conflicting rows the earlier wins.
 */
@GeneratedCodeOnly
public fun <S : Enum<S>> Traversal<S>.resolved(
    rows: List<ChartRow<S>>,
    moves: List<Move?>,
): List<Int> {
    val kept = mutableListOf<Int>()
    for ((place, row) in rows.withIndex()) {
        if (rows.any { tree.isAncestor(row.from.ordinal, it.from.ordinal) }) continue
        if (kept.none { conflict(moves[it], moves[place]) }) kept += place
    }
    return kept
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
    configuration: Configuration<S>,
    private val histories: Map<S, List<S>>,
) {
    public val tree: StateTree<S> = configuration.tree
    private val active = configuration.active

    public fun move(row: ChartRow<S>): Move? {
        val targets = row.to?.map { it.ordinal } ?: return null
        val move = Move()
        move.targets = resolve(targets, move)
        when (row.reentry) {
            Reentry.No -> {}
            Reentry.Yes -> for (target in move.targets) {
                if (target !in active) continue
                val range = (if (target == 0) 1 else target) until tree.ends[target]
                move.missing += active.filter { it in range }
            }
            Reentry.External -> {
                val domain = domain(row.from.ordinal, move.targets)
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
            val states = histories[tree.states[target]]?.map { it.ordinal }
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

/** What rows do that are chosen together. */
@GeneratedCodeOnly
public class Microstep<S : Enum<S>>(
    before: Configuration<S>,
    rows: List<ChartRow<S>>,
    histories: Map<S, List<S>>,
    /** Another microstep from the same states. */
    public val next: Microstep<S>? = null,
) {
    private val chosen = rows.map { it.number }
    private val sources = rows.map { it.from }

    /** The number of this microstep and those after it. */
    public val count: Int = 1 + (next?.count ?: 0)

    /** The numbers of the rows that run, because others that are chosen conflict with them. */
    public val numbers: List<Int>

    /** Whether the result depends on what histories have recorded. */
    public val usesHistory: Boolean

    /** Exits, the rows' own actions and entries, in order. */
    public val operations: List<ChartOperation<S>>

    init {
        val traversal = Traversal(before, histories)
        val moves = rows.map { traversal.move(it) }
        usesHistory = moves.any { it != null && it.usesHistory }
        val running = if (rows.size > 1) traversal.resolved(rows, moves) else listOf(0)
        numbers = running.map { chosen[it] }
        operations = before.operations(rows, moves, running, histories)
    }

    /** Whether these are the rows. */
    public fun isOf(rows: List<ChartRow<S>>): Boolean {
        if (rows.size != chosen.size) return false
        for (place in rows.indices) {
            val row = rows[place]
            if (row.number != chosen[place] || row.from != sources[place]) return false
        }
        return true
    }
}

/** The operations of the start, which enters the initial states. */
@GeneratedCodeOnly
public fun <S : Enum<S>> StateTree<S>.beginning(): List<ChartOperation<S>> {
    val root = ChartRow(0, from = states[0], to = listOf(states[0]))
    val move = Traversal(Configuration(this, listOf(0)), emptyMap()).move(root)
        ?: return emptyList()
    move.entered += 0
    val arrivals = listOf(Pair(move, emptyList<Int>()))
    return none.entries(emptySet(), arrivals, emptyMap(), configuration(move.entered.sorted()))
}

/** What rows do that run together: exits, their own actions, entries. Histories record before. */
private fun <S : Enum<S>> Configuration<S>.operations(
    rows: List<ChartRow<S>>,
    moves: List<Move?>,
    running: List<Int>,
    histories: Map<S, List<S>>,
): List<ChartOperation<S>> {
    val left = running.flatMap { moves[it]?.left ?: emptySet() }.toSet()
    val operations = mutableListOf<ChartOperation<S>>()
    val memories = histories.toMutableMap()
    for (history in tree.states.indices) {
        if (!tree.isHistory(history) || tree.parents[history] !in left) continue
        val recorded = recorded(history)
        val states = recorded.map { tree.states[it] }
        memories[tree.states[history]] = states
        val carrying = tree.kept(history, recorded).map { tree.states[it] }
        operations += ChartOperation.Record(tree.states[history], states, carrying)
    }
    val later = Traversal(this, memories)
    val arrivals = mutableListOf<Pair<Move, List<Int>>>()
    for (place in running) {
        val move = moves[place] ?: continue
        val targets = rows[place].to.orEmpty().map { it.ordinal }
        arrivals += Pair(if (move.usesHistory) later.again(move, targets) else move, targets)
    }
    val entered = arrivals.flatMap { it.first.entered }
    val after = tree.configuration((active - left + entered).distinct().sorted())
    var others = active
    for (state in left.sortedDescending()) {
        others = others - state
        operations += ChartOperation.Exit(tree.states[state], after.orOf(others))
    }
    operations += running.map { ChartOperation.Run(it) }
    if (arrivals.isNotEmpty()) operations += entries(left, arrivals, memories, after)
    return operations
}

/** This configuration, or another if other states are active. */
private fun <S : Enum<S>> Configuration<S>.orOf(states: List<Int>): Configuration<S> =
    if (states == active) this else Configuration(tree, states)

private fun <S : Enum<S>> Configuration<S>.recorded(history: Int): List<Int> {
    val parent = tree.parents[history]
    return if (tree.kind(history) == StateKind.ShallowHistory) {
        active.filter { tree.parents[it] == parent }
    } else {
        leaves.filter { tree.isAncestor(parent, it) }
    }
}

/** The states whose data a history records. */
@GeneratedCodeOnly
public fun <S : Enum<S>> StateTree<S>.kept(history: S, recorded: List<S>): List<S> =
    kept(history.ordinal, recorded.map { it.ordinal }).map { states[it] }

private fun <S : Enum<S>> StateTree<S>.kept(history: Int, recorded: List<Int>): List<Int> =
    if (kind(history) == StateKind.DeepHistory) {
        states.indices.filter { place ->
            nodes[place].carries && isAncestor(parents[history], place) &&
                recorded.any { contains(place, it) }
        }
    } else {
        recorded.filter { nodes[it].carries }
    }

/** The entries in document order, after the data of targets is set. */
private fun <S : Enum<S>> Configuration<S>.entries(
    left: Set<Int>,
    arrivals: List<Pair<Move, List<Int>>>,
    histories: Map<S, List<S>>,
    after: Configuration<S>,
): List<ChartOperation<S>> {
    val states = tree.states
    val nodes = tree.nodes
    val entered = arrivals.flatMap { it.first.entered }.distinct().sorted()
    val operations = mutableListOf<ChartOperation<S>>()
    val given = mutableSetOf<Int>()
    fun carry(state: Int, cargo: Cargo<S>) {
        if (nodes[state].carries) operations += ChartOperation.Carry(states[state], cargo)
        given += state
    }
    fun carryInitial(owner: Int) {
        for (target in tree.initials[owner]) {
            if (target in entered && target !in given) carry(target, Cargo.Initial(states[owner]))
        }
    }
    for (state in left.sorted()) {
        if (nodes[state].carries) operations += ChartOperation.Carry(states[state], Cargo.Empty)
    }
    for (target in arrivals.flatMap { it.second }) {
        val stays = target in active && target !in left
        if (!tree.isHistory(target) && (stays || target in entered)) carry(target, Cargo.Given)
    }
    for (history in arrivals.flatMap { it.first.restored.sorted() }) {
        val recorded = histories[states[history]].orEmpty().map { it.ordinal }
        for (state in tree.kept(history, recorded)) {
            if (state in entered && state !in given) carry(state, Cargo.Remembered(states[history]))
        }
    }
    val owners = arrivals.flatMap { it.first.initials.sorted() }
    for (owner in owners) {
        val place = if (tree.isHistory(owner)) tree.parents[owner] else owner
        if (place !in entered) carryInitial(owner)
    }
    var now = active - left
    for (state in entered) {
        if (nodes[state].carries && state !in given) carry(state, Cargo.Defaults)
        now = (now + state).distinct().sorted()
        operations += ChartOperation.Enter(states[state], after.orOf(now))
        for (owner in owners) {
            if (owner == state || tree.isHistory(owner) && tree.parents[owner] == state) {
                carryInitial(owner)
            }
        }
    }
    return operations
}
