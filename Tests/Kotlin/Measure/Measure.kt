package measure

import states.CheckoutState
import states.CoinState

/** Prints how long a step takes: the shortest of several runs, in nanoseconds of one thread. */
private fun measure(name: String, steps: Int, run: () -> Any?) {
    var kept: Any? = null
    var shortest = Long.MAX_VALUE
    // The first runs are slower: the virtual machine still compiles. Short runs find moments in
    // which nothing else uses the processor.
    repeat(1_000) {
        val start = System.nanoTime()
        repeat(ROUNDS) { kept = run() }
        shortest = minOf(shortest, System.nanoTime() - start)
    }
    check(kept != null)
    println("%-22s %8.1f ns".format(name, shortest.toDouble() / ROUNDS / steps))
}

private const val ROUNDS = 500

private val flips = List(10) {
    if (it % 2 == 0) CoinState.Event.FlipToTails else CoinState.Event.FlipToHeads
}

/** From the cart to the receipt, and two steps that the state denies or ignores. */
private val purchase: List<CheckoutState.Event> = listOf(
    CheckoutState.Event.AddedItem(CheckoutState.Item("1", "Tea", cents = 450, count = 2)),
    CheckoutState.Event.AddedItem(CheckoutState.Item("2", "Cup", cents = 1200, count = 1)),
    CheckoutState.Event.ChangedCount(index = 0, count = 3),
    CheckoutState.Event.AcceptedAddress,
    CheckoutState.Event.TappedCheckout,
    CheckoutState.Event.TypedAddress("1 Main Street"),
    CheckoutState.Event.CompletedAddress,
    CheckoutState.Event.ChosePayment(CheckoutState.PaymentKind.Invoice),
    CheckoutState.Event.AcceptedAddress,
    CheckoutState.Event.ConfirmedOrder("A-1"),
)

internal fun main() {
    val coin = CoinState.start().state
    measure("Coin", flips.size) { flips.fold(coin) { state, event -> state.reduce(event).state } }
    measure("Coin by hand", flips.size) { flips.fold(Coin()) { state, event -> state.reduce(event) } }

    val cart = CheckoutState.start().state
    val receipt = purchase.fold(cart) { state, event -> state.reduce(event).state }
    check(receipt.showReceipt == "A-1")
    measure("Checkout", purchase.size) {
        purchase.fold(cart) { state, event -> state.reduce(event).state }
    }
    val handmade = purchase.fold(Checkout()) { state, event -> state.reduce(event) }
    check(handmade.screen == Checkout.Screen.Receipt("A-1"))
    measure("Checkout by hand", purchase.size) {
        purchase.fold(Checkout()) { state, event -> state.reduce(event) }
    }
}
