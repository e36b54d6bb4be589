package androidx.compose.material3

import androidx.compose.foundation.layout.RowScope
import androidx.compose.runtime.Composable

@Composable
fun Text(text: String) = println(text)

@Composable
fun TextField(value: String, onValueChange: (String) -> Unit) = onValueChange(value)

@Composable
fun CircularProgressIndicator() = Unit

@Composable
fun Button(onClick: () -> Unit, enabled: Boolean = true, content: @Composable RowScope.() -> Unit) {
    if (enabled) onClick()
    object : RowScope {}.content()
}
