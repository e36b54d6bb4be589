package measure

import states.CheckoutState
import states.CoinState

/** What one would write for `Coin.state.json` by hand. */
internal data class Coin(val isHeads: Boolean = true) {
    fun reduce(event: CoinState.Event): Coin = when (event) {
        CoinState.Event.FlipToHeads -> copy(isHeads = true)
        CoinState.Event.FlipToTails -> copy(isHeads = false)
    }
}

/** What one would write by hand for the part of `Checkout.state.json` that is measured. */
internal data class Checkout(
    val items: List<CheckoutState.Item> = emptyList(),
    val total: Long = 0,
    val address: String = "",
    val payment: CheckoutState.PaymentKind = CheckoutState.PaymentKind.Card,
    val screen: Screen = Screen.Cart,
    val commands: List<CheckoutState.Command> = emptyList(),
) {
    internal sealed interface Screen {
        data object Cart : Screen

        data class Details(val address: Address, val payment: Payment) : Screen

        data class Ordering(val attempt: Long) : Screen

        data class Receipt(val orderId: String) : Screen
    }

    internal enum class Address { Editing, Checking, Ready }

    internal enum class Payment { Choosing, Authorizing, Ready }

    fun reduce(event: CheckoutState.Event): Checkout = when (screen) {
        Screen.Cart -> cart(event)
        is Screen.Details -> details(screen, event)
        is Screen.Ordering -> when (event) {
            is CheckoutState.Event.ConfirmedOrder ->
                copy(screen = Screen.Receipt(event.orderId), commands = emptyList())
            else -> this
        }
        is Screen.Receipt -> this
    }

    private fun cart(event: CheckoutState.Event): Checkout = when (event) {
        is CheckoutState.Event.AddedItem -> if (event.item.count > 0 && event.item.cents >= 0) {
            val sum = Math.addExact(total, Math.multiplyExact(event.item.cents, event.item.count))
            copy(items = items + event.item, total = sum)
        } else {
            this
        }
        is CheckoutState.Event.ChangedCount -> {
            val item = items.getOrNull(event.index.toInt())
            if (item == null || event.count <= 0) {
                this
            } else {
                val change = Math.multiplyExact(item.cents, event.count - item.count)
                val changed = items.toMutableList()
                changed[event.index.toInt()] = item.copy(count = event.count)
                copy(items = changed, total = Math.addExact(total, change))
            }
        }
        CheckoutState.Event.TappedCheckout -> if (items.isEmpty()) {
            this
        } else {
            copy(screen = Screen.Details(Address.Editing, Payment.Choosing))
        }
        else -> this
    }

    private fun details(form: Screen.Details, event: CheckoutState.Event): Checkout = when (event) {
        is CheckoutState.Event.TypedAddress ->
            if (form.address == Address.Editing) copy(address = event.text) else this
        CheckoutState.Event.CompletedAddress ->
            if (form.address == Address.Editing && address.isNotBlank()) {
                with(form.copy(address = Address.Checking))
            } else {
                this
            }
        CheckoutState.Event.AcceptedAddress ->
            if (form.address == Address.Checking) with(form.copy(address = Address.Ready)) else this
        is CheckoutState.Event.ChosePayment -> if (form.payment != Payment.Choosing) {
            this
        } else if (event.kind == CheckoutState.PaymentKind.Invoice) {
            copy(payment = event.kind).with(form.copy(payment = Payment.Ready))
        } else {
            copy(payment = event.kind).with(form.copy(payment = Payment.Authorizing))
        }
        else -> this
    }

    private fun with(form: Screen.Details): Checkout {
        if (form.address != Address.Ready || form.payment != Payment.Ready) return copy(screen = form)
        val order = CheckoutState.Command.PlaceOrder(address, payment, total, attempt = 1)
        return copy(screen = Screen.Ordering(attempt = 1), commands = listOf(order))
    }
}
