package phone

import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.onSubscription
import kotlinx.coroutines.runBlocking
import states.PhoneVerificationState
import states.PhoneVerificationState.Command
import states.PhoneVerificationState.Event
import states.StepCause
import states.Store

typealias PhoneStore = Store<PhoneVerificationState, Event, Command>

/** A server that sends codes by SMS and checks them. */
class SmsServer {
    private val code = "4821"

    fun sendCode(phone: String) = println("SMS to $phone: your code is $code")

    fun check(typed: String, phone: String): Boolean = typed == code && phone.isNotEmpty()
}

/** The screen: a definition, observers for its outputs, and what its commands do. */
fun PhoneStore.register(server: SmsServer) {
    observe(output = { it.code }) { if (it.isNotEmpty()) println("Code: $it") }
    observe(output = { it.showProgress }) { println(if (it) "Please wait" else "Type the code") }
    onCommandLaunch { command ->
        when (command) {
            Command.SendSms -> {
                server.sendCode("+370 600 00000")
                send(Event.SmsSent)
            }
            is Command.CheckCode -> {
                val isRight = server.check(command.code, command.phone)
                send(if (isRight) Event.CodeVerified else Event.CodeRejected)
            }
            is Command.ShowError -> println(command.message)
            Command.Close -> println("The screen closes")
        }
    }
    // While a new SMS has to wait, time passes.
    effect({ if (it.resendEnabled) null else true }) {
        flow {
            while (true) {
                delay(1.seconds)
                emit(Event.SecondPassed)
            }
        }
    }
}

/** Types a text, and returns whether the server accepts it. */
suspend fun type(text: String, store: PhoneStore): Boolean {
    // The steps are collected before the event is sent, so that no answer is missed.
    val steps = store.transitions.onSubscription { store.send(Event.CodeEntered(text = text)) }
    val answer = steps.first { step ->
        when (step.cause) {
            StepCause.Event(Event.CodeVerified), StepCause.Event(Event.CodeRejected) -> true
            else -> step.cause == StepCause.Event(Event.CodeEntered(text = text)) && !step.new.showProgress
        }
    }
    return answer.cause == StepCause.Event(Event.CodeVerified)
}

/** The codes are arguments, or are typed. */
fun main(arguments: Array<String>) = runBlocking {
    val store = Store(this, PhoneVerificationState.start(phone = "+370 600 00000")) { register(SmsServer()) }
    store.state.first { !it.showProgress }
    val codes = arguments.iterator()
    var isVerified = false
    while (!isVerified) {
        val text = (if (codes.hasNext()) codes.next() else readlnOrNull()) ?: break
        isVerified = type(text, store)
    }
    store.stop()
    println(if (isVerified) "Verified" else "Not verified")
}
