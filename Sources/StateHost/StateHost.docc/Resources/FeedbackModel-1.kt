package com.example.feedback

import androidx.lifecycle.ViewModel
import androidx.lifecycle.viewModelScope
import com.example.feedback.FeedbackState.Command
import com.example.feedback.FeedbackState.Event
import kotlinx.coroutines.flow.catch
import kotlinx.coroutines.flow.flow

/** The part of the app that the screen needs. It returns whether the message was sent, or throws. */
interface FeedbackServer {
    suspend fun post(message: String): Boolean
}

class FeedbackModel(
    private val server: FeedbackServer,
    private val showAlert: (String) -> Unit,
) : ViewModel() {
    val store: Store<FeedbackState, Event, Command> =
        Store(viewModelScope, FeedbackState.start()) { register() }

    private fun Store<FeedbackState, Event, Command>.register() {
        effect({ it.sendMessage }) { message ->
            flow<Event> { emit(if (server.post(message)) Event.MessageSent else Event.SendFailed) }
                .catch { emit(Event.SendFailed) }
        }
        onCommand { command ->
            when (command) {
                is Command.ShowError -> showAlert(command.message)
            }
        }
    }
}
