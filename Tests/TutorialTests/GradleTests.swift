import Foundation
import Testing

/// Compiles the script for Gradle as a script of Kotlin, against declarations of Gradle, and runs
/// its tasks with them. Gradle itself does not run here.
@Suite struct `Script for Gradle` {
  /// A project with a definition, and the compiled script in the folder `classes`.
  private static func compiled() throws -> Project {
    let project = try Project()
    let root = Project.root.path
    let template = "META-INF/kotlin/script/templates/org.gradle.stub.Script.classname"
    for (name, options, files) in [
      ("api", "", "\(root)/Tests/Kotlin/Gradle/*.kt"),
      (
        "script", "-Xuse-fir-lt=false -Xallow-any-scripts-in-source-roots",
        "\(root)/Sources/Gradle/states.gradle.kts"
      ),
      ("run", "", "\(root)/Tests/Kotlin/Gradle/Run/*.kt"),
    ] {
      let result = try project.run(
        """
        for jar in \(Project.kotlin)/jars/kotlin-jupyter-kernel-*.jar \\
          \(Project.kotlin)/jars/kotlin-script-runtime-*.jar; do jars=$jars:$jar; done
        STATES_CLASSPATH=$PWD/api:$PWD/script$jars
        export STATES_CLASSPATH
        mkdir -p api/META-INF/kotlin/script/templates script
        : > api/\(template)
        \(Project.kotlin)/kotlinc -Werror \(options) -d \(name) \(files)
        """)
      try #require(result.code == 0 && result.text == "", "\(name)\n\(result.text)")
    }
    // Another program of this name, as in GNU Enscript.
    try project.write(
      "#!/bin/sh\n[ \"$1\" = --version ] || sleep 60\necho states for GNU Enscript 1.6.5.90\n",
      to: "bin/states")
    try project.expect(
      """
      chmod +x bin/states
      ln -s "$(command -v java)" bin/java
      ln -s "$(command -v bash)" bin/bash
      mkdir -p app/module
      cd app/module
      states init
      """)
    return project
  }

  private static func run(
    _ tasks: String, in project: Project, path: String = "$PATH", variables: String = ""
  ) throws -> (code: Int32, text: String) {
    try project.run(
      """
      unset STATES_COMMAND STATES_REQUIRED GITHUB_ACTIONS
      PATH=\(path) \(variables) \(Project.kotlin)/kotlin $PWD/api:$PWD/script:$PWD/run RunKt \\
        $PWD/app $PWD/app/module \(tasks)
      """)
  }

  @Test(
    .enabled(
      if: Project.hasKotlin || Project.requiresTools, "Kotlin: run Tests/Kotlin/bootstrap"))
  func `generates, checks, and is skipped without the command`() throws {
    try #require(Project.hasKotlin, "Kotlin is required: run Tests/Kotlin/bootstrap")
    let project = try Self.compiled()
    func expect(
      _ tasks: String, path: String = "$PATH", variables: String = "", fails: Bool = false,
      _ parts: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let result = try Self.run(tasks, in: project, path: path, variables: variables)
      #expect(result.code == (fails ? 1 : 0), "\(result.text)", sourceLocation: sourceLocation)
      for part in parts {
        #expect(result.text.contains(part), "\(result.text)", sourceLocation: sourceLocation)
      }
    }

    // The tasks run the command lines that Gradle shows.
    let options = "-Pstates.package=com.example '-Pstates.options=--host --ui-state'"
    try expect("check \(options)", fails: true, "failed: states generate kotlin Definitions")
    try expect(
      "check generateStates generateStateTests \(options)", ":generateStates\n",
      ":generateStateTests\n", "4 cases passed", "3 of 3 files fresh", "2 of 2 files fresh")
    try project.expect(
      """
      cd app/module
      states generate kotlin Definitions --output ../generated --package com.example \\
        --host --ui-state
      states generate kotlin-tests Definitions --output ../generatedTests --package com.example
      diff -r generated ../generated
      diff -r generatedTests ../generatedTests
      grep -q '<testsuite name="Definitions/Counter.spec.json" tests="4" failures="0"' \\
        build/reports/states/specs.xml
      """)

    // Each mistake is reported, and none hides the others.
    let spec = "app/module/Definitions/Counter.spec.json"
    let correct = try project.text(spec)
    try project.write(correct.replacing("1 tap", with: "one tap"), to: spec)
    try expect(
      "check \(options) -Pstates.package=com.other", fails: true, "one tap",
      "failed: states test Definitions --output junit=",
      "failed: states generate kotlin Definitions --output generated",
      "failed: states generate kotlin-tests Definitions --output generatedTests")
    try project.write(correct, to: spec)

    // Another program on PATH is not the command, and a missing command is no failure.
    let missing = "checkStates is skipped: the command `states` is missing."
    for line in ["check", "check -Pstates.required=false", "check -Pstates.command=nowhere"] {
      let result = try Self.run(line, in: project, path: "$PWD/bin")
      let lines = result.text.split(separator: "\n")
      #expect(result.code == 0 && lines.count == 3, "\(result.text)")
      #expect(lines.first?.hasPrefix(missing) == true)
      #expect(lines.dropFirst() == [":checkStates SKIPPED", ":check"])
    }
    try expect(
      "generateStates", path: "$PWD/bin", "generateStates is skipped", ":generateStates SKIPPED")
    try expect(
      "check -Pstates.required=true", path: "$PWD/bin", fails: true,
      "checkStates: the command `states` is missing.")
    try expect(
      "check", path: "$PWD/bin", variables: "STATES_REQUIRED=1", fails: true,
      "checkStates: the command `states` is missing.")

    // The property, the environment and an unpacked release find the command without PATH.
    let command = "\(Project.products.path)/states"
    try expect(
      "check \(options) -Pstates.command=\(command)", path: "$PWD/bin",
      variables: "STATES_COMMAND=nowhere", "4 cases passed")
    try expect(
      "check \(options)", path: "$PWD/bin", variables: "STATES_COMMAND=\(command)",
      "4 cases passed")
    try project.expect(
      "mkdir -p app/tools/states-0.1.0/bin; ln -s \(command) app/tools/states-0.1.0/bin")
    try expect(
      "check \(options)", path: "$PWD/bin", variables: "STATES_REQUIRED=1", "4 cases passed")
  }
}
