package org.gradle.api.tasks

import org.gradle.api.Action
import org.gradle.api.DefaultTask
import org.gradle.api.Task

annotation class Input

annotation class InputFiles

annotation class Internal

annotation class Optional

annotation class OutputDirectory

annotation class OutputFile

annotation class PathSensitive(val value: PathSensitivity)

annotation class TaskAction

enum class PathSensitivity { RELATIVE }

abstract class Delete : DefaultTask()

/** A task that is created and configured when it is first used. */
class TaskProvider<T : Task>(val name: String, create: () -> T) {
    private val task by lazy(create)

    fun get(): T = task

    fun configure(action: Action<in T>) = action.execute(task)
}

interface TaskContainer {
    fun <T : Task> register(name: String, type: Class<T>, action: Action<in T>): TaskProvider<T>
    fun named(name: String, action: Action<in Task>): TaskProvider<Task>
    fun configureEach(action: Action<in Task>)
}
