import Foundation
import Testing

/// Compiles the code of the tutorials after each step. `FeedbackTests.swift` beside this file is the
/// one of the tutorial, and runs.
@Suite struct `Code of tutorials` {
  private static let strict = "-swift-version 6 -warnings-as-errors -parse-as-library"

  /// Compiles the library with the declarations of SwiftUI that its bindings need.
  private func compileLibrary(in project: Project) throws {
    let sources = Project.root.path + "/Sources"
    let stubs = Project.root.path + "/Tests/StateHostTests/SwiftUI/SwiftUI.swift"
    let features =
      "-enable-upcoming-feature MemberImportVisibility -package-name states "
      + "-enable-upcoming-feature InternalImportsByDefault"
    for (module, files) in [
      ("SwiftUI", stubs),
      ("StateRuntime", "$(find \(sources)/StateRuntime -name '*.swift')"),
      ("StateHost", "$(find \(sources)/StateHost -name '*.swift' -not -path '*.docc/*')"),
    ] {
      try project.expect(
        "mkdir -p modules; swiftc \(Self.strict) \(features) -emit-module -module-name \(module) "
          + "-I modules -emit-module-path modules/\(module).swiftmodule \(files)")
    }
  }

  @Test func `compiles in Swift after each step`() throws {
    let project = try Project()
    try compileLibrary(in: project)
    try project.write(try Project.resource("Feedback.state.json"), to: "Feedback.state.json")
    try project.expect("states generate swift Feedback.state.json --output generated")
    var steps = 0
    for step in try Project.steps(of: "FirstScreenOnIOS")
    where step.name.hasPrefix("Sources/") && step.name.hasSuffix(".swift") {
      try project.write(try step.text, to: step.name)
      let files = project.files(in: "Sources", ending: ".swift").joined(separator: " ")
      try project.expect("swiftc \(Self.strict) -typecheck -I modules generated/*.swift \(files)")
      steps += 1
    }
    #expect(steps == 4)

    // Without the case of a command, the code does not compile.
    let store = "Sources/Feedback/FeedbackStore.swift"
    let complete = try project.text(store)
    let careless = complete.replacing(
      "    case .showError(let message): showAlert(message)\n", with: "")
    try #require(careless != complete)
    try project.write(careless, to: store)
    let result = try project.run(
      "swiftc \(Self.strict) -typecheck -I modules generated/*.swift Sources/Feedback/*.swift")
    #expect(result.code != 0)
  }

  @Test func `has a line that plays a spec`() throws {
    let project = try Project()
    try project.write(try Project.resource("FeedbackSpecTests.swift"), to: "Tests.swift")
    let modules = Project.products.appending(path: "Modules").path
    let json = Project.root.appending(path: "Sources/CJSON/module.modulemap").path
    try project.expect(
      "plugins=$(dirname \"$(readlink -f \"$(command -v swiftc)\")\")/../lib/swift/host/plugins; "
        + "swiftc \(Self.strict) -typecheck -I \(modules) -Xcc -fmodule-map-file=\(json) "
        + "-plugin-path $plugins/testing Tests.swift")
  }

  @Test(
    .enabled(if: Project.hasKotlin || Project.requiresTools, "Kotlin: run Tests/Kotlin/bootstrap"))
  func `compiles in Kotlin after each step`() throws {
    try #require(Project.hasKotlin, "Kotlin is required: run Tests/Kotlin/bootstrap")
    let project = try Project()
    let stubs = Project.root.path + "/Tests/Kotlin"
    var classes = ["\(Project.kotlin)/coroutines.jar"]
    func compile(_ files: String, to module: String, _ options: String = "") throws {
      let result = try project.run(
        "\(Project.kotlin)/kotlinc -Werror \(options) -d \(module) \(files)",
        ["STATES_CLASSPATH": classes.joined(separator: ":")])
      #expect(result.code == 0 && result.text == "", "\(files)\n\(result.text)")
    }
    try compile("\(stubs)/Screens/Stubs/*.kt", to: "stubs")
    classes.append(project.folder.appending(path: "stubs").path)
    var steps = 0
    for step in try Project.steps(of: "FirstScreenOnAndroid") {
      if step.name != "Terminal" { try project.write(try step.text, to: step.name) }
      switch step.file {
      case "generate-kotlin.sh":
        try project.expect(try step.text)
        try compile("generated/*.kt", to: "states")
        classes.append(project.folder.appending(path: "states").path)
      case "generate-kotlin-tests.sh":
        try project.expect(try step.text)
        // As in Gradle, the tests see what is internal in the sources of the app.
        try compile("\(stubs)/Specs/KotlinTest.kt", to: "kotlinTest", "-Xallow-kotlin-package")
        let friend = classes[classes.count - 1]
        classes.append(project.folder.appending(path: "kotlinTest").path)
        try compile("generatedTests/*.kt", to: "tests", "-Xfriend-paths=\(friend)")
      case _ where step.file.hasSuffix(".kt"):
        steps += 1
        try compile("app/src/main/kotlin/com/example/feedback/*.kt", to: "app\(steps)")
      default: break
      }
    }
    #expect(steps == 3)
  }
}
