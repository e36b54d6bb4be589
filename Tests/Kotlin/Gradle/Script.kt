package org.gradle.stub

import kotlin.script.experimental.annotations.KotlinScript
import kotlin.script.experimental.api.KotlinType
import kotlin.script.experimental.api.ScriptCompilationConfiguration
import kotlin.script.experimental.api.defaultImports
import org.gradle.api.Project
import org.jetbrains.kotlin.scripting.definitions.annotationsForSamWithReceivers

/** The type of a script: its statements see the members of the project, as in Gradle. */
@KotlinScript(fileExtension = "gradle.kts", compilationConfiguration = Configuration::class)
abstract class Script(project: Project) : Project by project

object Configuration : ScriptCompilationConfiguration({
    defaultImports(
        "org.gradle.api.*", "org.gradle.api.file.*", "org.gradle.api.provider.*", "org.gradle.api.specs.*",
        "org.gradle.api.tasks.*", "org.gradle.process.*",
    )
    annotationsForSamWithReceivers(listOf(KotlinType("org.gradle.api.HasImplicitReceiver")))
}) {
    private fun readResolve(): Any = Configuration
}
