package com.example.feedback

import android.os.Bundle
import androidx.core.os.bundleOf
import androidx.lifecycle.SavedStateHandle
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
    saved: SavedStateHandle,
    private val server: FeedbackServer,
    private val showAlert: (String) -> Unit,
) : ViewModel() {
    val store: Store<FeedbackState, Event, Command> =
        restored(saved)?.let { Store.restore(viewModelScope, it) { register() } }
            ?: Store(viewModelScope, FeedbackState.start()) { register() }

    init {
        saved.setSavedStateProvider("store") {
            bundleOf("state" to store.state.value.snapshot { id -> store.remaining(id)?.toTimeSpan() }.json())
        }
    }

    private fun restored(saved: SavedStateHandle): FeedbackState? = try {
        saved.get<Bundle>("store")?.getString("state")?.let { FeedbackState.restore(Wire.parse(it)).state }
    } catch (error: SnapshotException) {
        null
    }

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
