package androidx.lifecycle.viewmodel.compose

import androidx.compose.runtime.Composable
import androidx.lifecycle.ViewModel
import androidx.lifecycle.viewmodel.CreationExtras

@Composable
inline fun <reified VM : ViewModel> viewModel(noinline initializer: CreationExtras.() -> VM): VM =
    object : CreationExtras() {}.initializer()
