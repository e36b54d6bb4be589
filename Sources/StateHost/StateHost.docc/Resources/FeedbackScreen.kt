package com.example.feedback

import androidx.compose.foundation.layout.Column
import androidx.compose.material3.Button
import androidx.compose.material3.CircularProgressIndicator
import androidx.compose.material3.Text
import androidx.compose.material3.TextField
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.lifecycle.compose.collectAsStateWithLifecycle
import androidx.lifecycle.createSavedStateHandle
import androidx.lifecycle.viewmodel.compose.viewModel
import com.example.feedback.FeedbackState.Event

/** `showAlert` must not keep an activity, because the view model lives longer. */
@Composable
fun FeedbackScreen(server: FeedbackServer, showAlert: (String) -> Unit) {
    FeedbackScreen(viewModel { FeedbackModel(createSavedStateHandle(), server, showAlert) })
}

@Composable
fun FeedbackScreen(model: FeedbackModel) {
    val state by model.store.state.collectAsStateWithLifecycle()
    Column {
        TextField(value = state.message, onValueChange = { model.store.send(Event.MessageChanged(it)) })
        if (state.showProgress) CircularProgressIndicator()
        if (state.showThanks) Text("Thank you")
        Button(onClick = { model.store.send(Event.SendTapped) }, enabled = state.sendEnabled) { Text("Send") }
    }
}
