package org.gradle.process

import java.io.File
import org.gradle.api.Action

interface ExecSpec {
    var workingDir: File
    var isIgnoreExitValue: Boolean
    fun commandLine(vararg arguments: Any)
    fun commandLine(arguments: Iterable<*>)
}

class ExecResult(val exitValue: Int)

interface ExecOperations {
    fun exec(action: Action<in ExecSpec>): ExecResult
}
