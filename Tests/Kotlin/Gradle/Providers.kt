package org.gradle.api.provider

import org.gradle.api.Action

abstract class Provider<T : Any> {
    abstract val orNull: T?
    val isPresent: Boolean get() = orNull != null

    fun get(): T = orNull ?: throw IllegalStateException("no value")

    fun <R : Any> map(transform: (T) -> R): Provider<R> = Computed { orNull?.let(transform) }
}

/** Computes its value when it is first read. */
class Computed<T : Any>(compute: () -> T?) : Provider<T>() {
    override val orNull: T? by lazy(compute)
}

open class Property<T : Any> : Provider<T>() {
    private var value: T? = null
    private var source: Provider<out T>? = null
    override val orNull: T? get() = value ?: source?.orNull

    fun set(value: T?) {
        this.value = value
        source = null
    }

    fun set(source: Provider<out T>) {
        value = null
        this.source = source
    }
}

class ListProperty<T : Any> : Property<List<T>>()

interface ValueSourceParameters

interface ValueSource<T : Any, P : ValueSourceParameters> {
    val parameters: P
    fun obtain(): T?
}

interface ValueSourceSpec<P : ValueSourceParameters> {
    val parameters: P
}

interface ProviderFactory {
    fun environmentVariable(name: String): Provider<String>
    fun <T : Any, P : ValueSourceParameters> of(
        type: Class<out ValueSource<T, P>>,
        action: Action<in ValueSourceSpec<P>>,
    ): Provider<T>
}
