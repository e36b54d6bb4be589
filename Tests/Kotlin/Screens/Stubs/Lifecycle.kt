package androidx.lifecycle

import android.os.Bundle
import androidx.lifecycle.viewmodel.CreationExtras
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers

abstract class ViewModel

val ViewModel.viewModelScope: CoroutineScope get() = CoroutineScope(Dispatchers.Main.immediate)

class SavedStateHandle {
    private val values = mutableMapOf<String, Any>()

    @Suppress("UNCHECKED_CAST")
    operator fun <T> get(key: String): T? = values[key] as T?

    fun setSavedStateProvider(key: String, provider: () -> Bundle) {
        values[key] = provider()
    }
}

@Suppress("UnusedReceiverParameter")
fun CreationExtras.createSavedStateHandle(): SavedStateHandle = SavedStateHandle()
