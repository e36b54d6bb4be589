// What surrounds the first Kotlin block of Definitions/STORE.md. `// BLOCK 1` is replaced by the block, and `…` by a call.
@file:Suppress("UNREACHABLE_CODE", "UNUSED_ANONYMOUS_PARAMETER", "UNUSED_PARAMETER")

package chapter

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.flow.flow
import states.Next
import states.StateDefinition
import states.Store

interface Api {
    suspend fun setLanguage(language: String)
}

data class Player(val track: String, val position: Int)

sealed interface Event {
    data class CodeEntered(val text: String) : Event

    data object DidSetLanguage : Event
}

class Demo(
    val setLanguage: String?,
    val downloads: List<String>,
    val player: Player?,
) : StateDefinition<Demo, Event, String> {
    override fun reduce(event: Event): Next<Demo, String> = error("$event")

    override fun fire(timer: String): Next<Demo, String> = error(timer)
}

object PhoneVerificationState {
    fun start(phone: String): Next<Demo, String> = error(phone)
}

fun block(scope: CoroutineScope, api: Api) {
    // BLOCK 1
}
