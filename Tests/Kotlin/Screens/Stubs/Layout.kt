package androidx.compose.foundation.layout

import androidx.compose.runtime.Composable

interface ColumnScope

interface RowScope

@Composable
fun Column(content: @Composable ColumnScope.() -> Unit) {
    object : ColumnScope {}.content()
}
