// Checks definitions and generates Kotlin from them with the command `states`, in Gradle 8 and 9.
//
// Copy this file into your project, and apply it in the build script of a module:
//
//     extra["states.package"] = "com.example.states"
//     apply(from = rootProject.file("gradle/states.gradle.kts"))
//
// Commit the generated files: nobody needs the command to build. Without it, these tasks are skipped.
//
//     generateStates       writes the Kotlin files
//     generateStateTests   writes the specs as tests of kotlin.test
//     checkStates          checks definitions, runs specs, and reports outdated files; `check` runs it
//
// Settings are properties in gradle.properties, in `extra` or after -P. Folders are relative to the module.
//
//     states.package       the package of the generated files (states)
//     states.definitions   files or folders with definitions, separated by spaces (Definitions)
//     states.generated     the folder of the Kotlin files, without other files (generated)
//     states.options       more options of `states generate kotlin`, such as --host
//     states.tests         the folder of the tests, without other files (generatedTests); checked if it exists
//     states.testOptions   more options of `states generate kotlin-tests`
//     states.command       the command, relative to the root project; else STATES_COMMAND in the environment
//     states.tools         else a folder of the root project with an unpacked release (tools); else PATH
//     states.required      true: a missing command is an error; else STATES_REQUIRED in the environment

import java.io.File
import java.io.IOException
import java.time.Duration
import java.util.concurrent.TimeUnit
import javax.inject.Inject
import org.gradle.work.DisableCachingByDefault

/** Finds the command. The value is its version, a space and its path; without a command there is no value. */
abstract class FindStates : ValueSource<String, FindStates.Settings> {
    interface Settings : ValueSourceParameters {
        val command: Property<String>
        val root: DirectoryProperty
        val tools: Property<String>
    }

    override fun obtain(): String? {
        val root = parameters.root.get().asFile
        val named = parameters.command.orNull ?: System.getenv("STATES_COMMAND").orEmpty()
        if (named.isNotEmpty()) return versionAndPath(root.resolve(named))
        val unpacked = root.resolve(parameters.tools.get()).listFiles().orEmpty()
            .filter { it.name == "states" || it.name.startsWith("states-") }
            .sortedByDescending { it.name }.map { it.resolve("bin/states") }
        val path = System.getenv("PATH").orEmpty().split(File.pathSeparator)
            .filter { it.isNotEmpty() }.map { File(it, "states") }
        return (unpacked + path).firstNotNullOfOrNull { versionAndPath(it) }
    }

    /** Another program can have the same name (GNU Enscript has one), so the version decides. */
    private fun versionAndPath(file: File): String? {
        if (!file.isFile || !file.canExecute()) return null
        try {
            val process = ProcessBuilder(file.path, "--version").redirectErrorStream(true).start()
            process.outputStream.close()
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly()
                return null
            }
            val version = process.inputStream.bufferedReader().readText().trim()
            return if (Regex("""\d+\.\d+\.\d+\S*""").matches(version)) "$version ${file.path}" else null
        } catch (error: IOException) {
            return null
        }
    }
}

/** Lets a task run if there is a command, or if a missing one is an error. */
class HasStates : Spec<Task> {
    override fun isSatisfiedBy(element: Task): Boolean {
        val task = element as StatesTask
        if (task.command.isPresent || task.required.get()) return true
        task.logger.lifecycle("${task.name} is skipped: ${task.help}")
        return false
    }
}

@DisableCachingByDefault(because = "The command is fast, and its files are committed.")
abstract class StatesTask : DefaultTask() {
    /** The version and the path of the command. */
    @get:Input @get:Optional abstract val command: Property<String>
    @get:Internal abstract val required: Property<Boolean>
    /** The files that the command reads. */
    @get:InputFiles @get:PathSensitive(PathSensitivity.RELATIVE) abstract val sources: ConfigurableFileCollection
    @get:Internal abstract val module: DirectoryProperty
    @get:Inject abstract val processes: ExecOperations

    @get:Internal val help: String
        get() = "the command `states` is missing. Unpack a release into the folder tools of the root project, " +
            "add it to PATH, or set states.command or STATES_COMMAND to its path."

    init {
        onlyIf(HasStates())
        timeout.set(Duration.ofMinutes(10))
    }

    /** Runs the command once for each list of arguments, and then fails if one of them failed. */
    protected fun states(calls: List<List<String>>) {
        val path = command.orNull?.substringAfter(' ') ?: throw GradleException("$name: $help")
        val failed = calls.filter { arguments ->
            val result = processes.exec {
                commandLine(listOf(path) + arguments)
                workingDir = module.get().asFile
                isIgnoreExitValue = true
            }
            result.exitValue != 0
        }
        if (failed.isNotEmpty()) {
            throw GradleException(failed.joinToString("\n") { "failed: states " + it.joinToString(" ") })
        }
    }
}

@DisableCachingByDefault(because = "The command is fast, and its files are committed.")
abstract class GenerateStates : StatesTask() {
    @get:Input abstract val arguments: ListProperty<String>
    @get:OutputDirectory abstract val output: DirectoryProperty

    @TaskAction fun generate() = states(listOf(arguments.get()))
}

@DisableCachingByDefault(because = "The command is fast.")
abstract class CheckStates : StatesTask() {
    @get:Input abstract val definitions: ListProperty<String>
    @get:Input abstract val arguments: ListProperty<String>
    @get:Input abstract val testArguments: ListProperty<String>
    @get:Internal abstract val tests: DirectoryProperty
    /** The results of the specs for CI, in the format of JUnit. */
    @get:OutputFile abstract val report: RegularFileProperty

    @TaskAction fun check() {
        val calls = mutableListOf(
            listOf("validate") + definitions.get(),
            listOf("test") + definitions.get() + listOf("--output", "junit=${report.get().asFile}"),
            arguments.get() + "--check",
        )
        if (tests.get().asFile.exists()) calls.add(testArguments.get() + "--check")
        states(calls)
    }
}

fun setting(name: String): String? = findProperty("states.$name")?.toString()

fun words(text: String): List<String> = text.split(' ').filter { it.isNotEmpty() }

fun definitionPaths(): List<String> = words(setting("definitions") ?: "Definitions")

fun generatedFolder(): String = setting("generated") ?: "generated"

fun testFolder(): String = setting("tests") ?: "generatedTests"

fun call(target: String, output: String, options: String?): List<String> =
    listOf("generate", target) + definitionPaths() +
        listOf("--output", output, "--package", setting("package") ?: "states") + words(options.orEmpty())

fun generateCall(): List<String> = call("kotlin", generatedFolder(), setting("options"))

fun testCall(): List<String> = call("kotlin-tests", testFolder(), setting("testOptions"))

fun prepare(task: StatesTask) {
    val required = setting("required") ?: providers.environmentVariable("STATES_REQUIRED").orNull.orEmpty()
    val root = rootDir
    task.group = "states"
    task.required.set(required !in listOf("", "0", "false"))
    task.module.set(layout.projectDirectory)
    task.sources.from(definitionPaths(), "states.json", root.resolve("states.json"))
    task.command.set(
        providers.of(FindStates::class.java) {
            parameters.command.set(setting("command"))
            parameters.root.set(root)
            parameters.tools.set(setting("tools") ?: "tools")
        },
    )
}

val generators = listOf(
    tasks.register("generateStates", GenerateStates::class.java) {
        prepare(this)
        description = "Generates Kotlin from the definitions."
        arguments.set(generateCall())
        output.set(layout.projectDirectory.dir(generatedFolder()))
    },
    tasks.register("generateStateTests", GenerateStates::class.java) {
        prepare(this)
        description = "Generates tests from the specs."
        arguments.set(testCall())
        output.set(layout.projectDirectory.dir(testFolder()))
    },
)

val checkStates = tasks.register("checkStates", CheckStates::class.java) {
    prepare(this)
    description = "Checks the definitions, their specs and the generated files."
    sources.from(generatedFolder(), testFolder())
    definitions.set(definitionPaths())
    arguments.set(generateCall())
    testArguments.set(testCall())
    tests.set(layout.projectDirectory.dir(testFolder()))
    report.set(layout.buildDirectory.file("reports/states/specs.xml"))
}

pluginManager.apply("lifecycle-base")
tasks.named("check") { dependsOn(checkStates) }

// Whatever reads the folders, such as a compiler, runs after the tasks that write them. So these cannot depend on
// tasks of the same module: one that downloads the command belongs into another project.
tasks.configureEach {
    if (this !is GenerateStates && this !is Delete) mustRunAfter(generators)
}
