// Runs tasks of Sources/Gradle/states.gradle.kts with the declarations beside this folder.
// usage: RunKt ROOT MODULE TASK... [-Pname=value]...      Exits with 1 if a task fails.

import java.io.File
import java.lang.reflect.Modifier
import kotlin.system.exitProcess
import org.gradle.api.Action
import org.gradle.api.DefaultTask
import org.gradle.api.GradleException
import org.gradle.api.PluginManager
import org.gradle.api.Project
import org.gradle.api.Task
import org.gradle.api.file.ConfigurableFileCollection
import org.gradle.api.file.Directory
import org.gradle.api.file.DirectoryProperty
import org.gradle.api.file.ProjectLayout
import org.gradle.api.file.RegularFileProperty
import org.gradle.api.provider.Computed
import org.gradle.api.provider.ListProperty
import org.gradle.api.provider.Property
import org.gradle.api.provider.Provider
import org.gradle.api.provider.ProviderFactory
import org.gradle.api.provider.ValueSource
import org.gradle.api.provider.ValueSourceParameters
import org.gradle.api.provider.ValueSourceSpec
import org.gradle.api.tasks.TaskAction
import org.gradle.api.tasks.TaskContainer
import org.gradle.api.tasks.TaskProvider
import org.gradle.process.ExecOperations
import org.gradle.process.ExecResult
import org.gradle.process.ExecSpec

// Gradle writes these subclasses when it loads a script.

class Plain(override val name: String) : DefaultTask()

class Generating(override val name: String) : States_gradle.GenerateStates() {
    override val command = Property<String>()
    override val required = Property<Boolean>()
    override val sources = ConfigurableFileCollection()
    override val module = DirectoryProperty()
    override val processes = Processes
    override val arguments = ListProperty<String>()
    override val output = DirectoryProperty()
}

class Checking(override val name: String) : States_gradle.CheckStates() {
    override val command = Property<String>()
    override val required = Property<Boolean>()
    override val sources = ConfigurableFileCollection()
    override val module = DirectoryProperty()
    override val processes = Processes
    override val definitions = ListProperty<String>()
    override val arguments = ListProperty<String>()
    override val testArguments = ListProperty<String>()
    override val tests = DirectoryProperty()
    override val report = RegularFileProperty()
}

class Finding : States_gradle.FindStates() {
    override val parameters = object : Settings {
        override val command = Property<String>()
        override val root = DirectoryProperty()
        override val tools = Property<String>()
    }
}

object Processes : ExecOperations {
    private class Spec : ExecSpec {
        val line = mutableListOf<String>()
        override var workingDir = File(".")
        override var isIgnoreExitValue = false

        override fun commandLine(vararg arguments: Any) = commandLine(arguments.asList())

        override fun commandLine(arguments: Iterable<*>) {
            line.clear()
            line.addAll(arguments.map { it.toString() })
        }
    }

    override fun exec(action: Action<in ExecSpec>): ExecResult {
        val spec = Spec().also { action.execute(it) }
        val builder = ProcessBuilder(spec.line).directory(spec.workingDir).redirectErrorStream(true)
        val process = builder.redirectOutput(ProcessBuilder.Redirect.INHERIT).start()
        process.outputStream.close()
        val code = process.waitFor()
        if (code != 0 && !spec.isIgnoreExitValue) throw GradleException("exit code $code")
        return ExecResult(code)
    }
}

class Host(private val root: File, private val module: File, private val properties: Map<String, String>) :
    Project, TaskContainer, ProviderFactory {
    private val providersOfTasks = linkedMapOf<String, TaskProvider<*>>()
    private val actions = mutableListOf<Action<in Task>>()
    private var isConfigured = false

    /** In a build from the configuration cache there is no project when tasks run. */
    private fun <T> configuring(value: T): T = value.also { check(!isConfigured) { "a task uses its project" } }

    override val rootDir get() = configuring(root)
    override val providers: ProviderFactory get() = configuring(this)
    override val tasks: TaskContainer get() = configuring(this)

    override val layout get() = configuring(
        object : ProjectLayout {
            override val projectDirectory = Directory(module)
            override val buildDirectory = DirectoryProperty().also { it.set(module.resolve("build")) }
        },
    )

    override val pluginManager get() = configuring(
        object : PluginManager {
            override fun apply(plugin: String) {
                check(plugin == "lifecycle-base")
                providersOfTasks.getOrPut("check") { TaskProvider("check") { Plain("check") } }
            }
        },
    )

    override fun findProperty(name: String): Any? = configuring(properties[name])

    override fun <T : Task> register(name: String, type: Class<T>, action: Action<in T>): TaskProvider<T> {
        val provider = TaskProvider(name) {
            val task = if (type == States_gradle.CheckStates::class.java) Checking(name) else Generating(name)
            type.cast(task).also { action.execute(it) }
        }
        providersOfTasks[name] = provider
        return provider
    }

    @Suppress("UNCHECKED_CAST")
    override fun named(name: String, action: Action<in Task>): TaskProvider<Task> =
        (providersOfTasks.getValue(name) as TaskProvider<Task>).also { it.configure(action) }

    override fun configureEach(action: Action<in Task>) {
        actions.add(action)
    }

    override fun environmentVariable(name: String): Provider<String> = Computed { System.getenv(name) }

    override fun <T : Any, P : ValueSourceParameters> of(
        type: Class<out ValueSource<T, P>>,
        action: Action<in ValueSourceSpec<P>>,
    ): Provider<T> {
        val source = type.cast(Finding())
        action.execute(
            object : ValueSourceSpec<P> {
                override val parameters = source.parameters
            },
        )
        return Computed { source.obtain() }
    }

    /** Configures the named tasks and those that they depend on, and returns them in their order. */
    fun configure(names: List<String>): List<DefaultTask> {
        val tasks = linkedSetOf<DefaultTask>()
        fun add(task: DefaultTask) {
            task.dependencies.forEach { add((it as TaskProvider<*>).get() as DefaultTask) }
            tasks.add(task)
        }
        names.forEach { add(providersOfTasks.getValue(it).get() as DefaultTask) }
        tasks.forEach { task -> actions.forEach { it.execute(task) } }
        isConfigured = true
        val first = tasks.flatMap { it.predecessors }.map { (it as TaskProvider<*>).name }.toSet()
        return tasks.sortedBy { if (it.name in first) 0 else 1 }
    }
}

/** The fields that lead from a task to the project or its script, which the configuration cache refuses. */
fun pathToProject(value: Any?, path: String, seen: MutableSet<Any>): String? {
    if (value == null || value::class.java.isEnum || !seen.add(value)) return null
    if (value is Project) return path
    if (value is Iterable<*>) return value.firstNotNullOfOrNull { pathToProject(it, "$path[]", seen) }
    if (value::class.java.name.startsWith("java.")) return null
    return generateSequence<Class<*>>(value::class.java) { it.superclass }.takeWhile { it != Any::class.java }
        .flatMap { it.declaredFields.asSequence() }
        // What a task depends on is stored as a graph.
        .filter { !Modifier.isStatic(it.modifiers) && it.name != "dependencies" && it.name != "predecessors" }
        .firstNotNullOfOrNull {
            it.isAccessible = true
            pathToProject(it.get(value), "$path.${it.name}", seen)
        }
}

fun main(arguments: Array<String>) {
    val (options, names) = arguments.drop(2).partition { it.startsWith("-P") }
    val properties = options.associate { it.drop(2).substringBefore('=') to it.substringAfter('=', "") }
    val host = Host(File(arguments[0]), File(arguments[1]), properties)
    Class.forName("States_gradle").getConstructor(Project::class.java).newInstance(host)
    for (task in host.configure(names)) {
        val path = pathToProject(task, task.name, java.util.Collections.newSetFromMap(java.util.IdentityHashMap()))
        check(path == null) { "$path is the project" }
        if (!task.specs.all { it.isSatisfiedBy(task) }) {
            println(":${task.name} SKIPPED")
            continue
        }
        println(":${task.name}")
        try {
            val action = task.javaClass.methods.find { it.isAnnotationPresent(TaskAction::class.java) }
            action?.invoke(task)
        } catch (error: java.lang.reflect.InvocationTargetException) {
            println(error.targetException.message)
            exitProcess(1)
        }
    }
}
