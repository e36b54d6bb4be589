package screens

import android.os.Bundle
import androidx.compose.foundation.layout.Column
import androidx.compose.material3.Button
import androidx.compose.material3.CircularProgressIndicator
import androidx.compose.material3.Text
import androidx.compose.material3.TextField
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.core.os.bundleOf
import androidx.lifecycle.SavedStateHandle
import androidx.lifecycle.ViewModel
import androidx.lifecycle.compose.collectAsStateWithLifecycle
import androidx.lifecycle.viewModelScope
import kotlinx.coroutines.flow.MutableSharedFlow
import states.PhoneVerificationState
import states.PhoneVerificationState.Command
import states.PhoneVerificationState.Event
import states.SnapshotException
import states.Store
import states.Wire
import states.json
import states.toTimeSpan

class VerificationModel(saved: SavedStateHandle, private val api: Api) : ViewModel() {
    val navigation = MutableSharedFlow<Command>()
    val store: Store<PhoneVerificationState, Event, Command> =
        restored(saved)?.let { Store.restore(viewModelScope, it) { register() } }
            ?: Store(viewModelScope, PhoneVerificationState.start(phone = "+370")) { register() }

    init {
        saved.setSavedStateProvider("store") {
            bundleOf("state" to store.state.value.snapshot { id -> store.remaining(id)?.toTimeSpan() }.json())
        }
    }

    private fun restored(saved: SavedStateHandle): PhoneVerificationState? = try {
        saved.get<Bundle>("store")?.getString("state")?.let { PhoneVerificationState.restore(Wire.parse(it)).state }
    } catch (error: SnapshotException) {
        null
    }

    private fun Store<PhoneVerificationState, Event, Command>.register() {
        onCommandLaunch { command ->
            when (command) {
                Command.SendSms -> send(api.sendSms())
                is Command.CheckCode -> send(api.check(command.phone, command.code))
                is Command.ShowError, Command.Close -> navigation.emit(command)
            }
        }
    }
}

@Composable
fun VerificationScreen(model: VerificationModel) {
    val state by model.store.state.collectAsStateWithLifecycle()
    Column {
        TextField(value = state.code, onValueChange = { model.store.send(Event.CodeEntered(it)) })
        if (state.showProgress) CircularProgressIndicator()
        Button(onClick = { model.store.send(Event.ResendTapped) }, enabled = state.resendEnabled) { Text(state.resendButtonText) }
    }
}

/** What the screen needs from the app. Each answer is an event. */
interface Api {
    suspend fun sendSms(): Event
    suspend fun check(phone: String, code: String): Event
}
