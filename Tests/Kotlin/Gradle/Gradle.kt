// The declarations of Gradle that Sources/Gradle/states.gradle.kts uses, with just enough behavior to run its tasks.
// They follow the public API of Gradle 8 and 9. This is not Gradle.
@file:Suppress("unused")

package org.gradle.api

import java.io.File
import java.time.Duration
import org.gradle.api.file.Directory
import org.gradle.api.file.ProjectLayout
import org.gradle.api.provider.Property
import org.gradle.api.provider.ProviderFactory
import org.gradle.api.specs.Spec
import org.gradle.api.tasks.TaskContainer

/** In a script, the parameter of a lambda that becomes an annotated interface is `this`. */
annotation class HasImplicitReceiver

@HasImplicitReceiver
fun interface Action<T> {
    fun execute(value: T)
}

class GradleException(message: String) : RuntimeException(message)

interface Logger {
    fun lifecycle(message: String)
}

interface PluginManager {
    fun apply(plugin: String)
}

interface Task {
    val name: String
    val logger: Logger
    val timeout: Property<Duration>
    var group: String?
    var description: String?
    fun onlyIf(spec: Spec<in Task>)
    fun dependsOn(vararg tasks: Any): Task
    fun mustRunAfter(vararg tasks: Any): Task
}

abstract class DefaultTask : Task {
    val specs = mutableListOf<Spec<in Task>>()
    val dependencies = mutableListOf<Any>()
    val predecessors = mutableListOf<Any>()
    override val timeout = Property<Duration>()
    override var group: String? = null
    override var description: String? = null
    override val logger: Logger get() = Printer

    override fun onlyIf(spec: Spec<in Task>) {
        specs.add(spec)
    }

    override fun dependsOn(vararg tasks: Any): Task = apply { dependencies.addAll(tasks) }

    override fun mustRunAfter(vararg tasks: Any): Task =
        apply { predecessors.addAll(tasks.flatMap { if (it is Iterable<*>) it.filterNotNull() else listOf(it) }) }

    private object Printer : Logger {
        override fun lifecycle(message: String) = println(message)
    }
}

interface Project {
    val rootDir: File
    val layout: ProjectLayout
    val providers: ProviderFactory
    val tasks: TaskContainer
    val pluginManager: PluginManager
    fun findProperty(name: String): Any?
}
