import ArgumentParser
import StateCommands

/// `states replay`.
struct ReplaySessions: ParsableCommand {
  static let configuration = CommandConfiguration(
    "replay",
    abstract: "Runs recorded sessions again, and counts what they do.",
    discussion: """
      A recording has one JSON object a line: {"session": "7", "at": 12.5, "event": "tapped"}. The \
      lines of a session follow each other, ordered by time, or else --unsorted sorts them.
      """)

  @Argument(help: "The definition.", completion: .file())
  var file: String

  @Argument(help: "Recordings; - is standard input.", completion: .file())
  var recordings: [String] = ["-"]

  @Flag(help: "Print a line of JSON for each session instead of the summary.")
  var results = false

  @Flag(help: "Print the summary as one line of JSON, which --merge adds up.")
  var partial = false

  @Flag(help: "Add summaries, which --partial printed, instead of running recordings.")
  var merge = false

  @Flag(
    help: """
      Sort the lines by session and time first, with the program sort, which uses files in TMPDIR.
      """)
  var unsorted = false

  @Flag(help: "Run sessions of other versions of the definition too.")
  var anyVersion = false

  @Option(help: "How many threads run sessions; the output is the same.")
  var jobs = 1

  @Option(
    help: """
      Run an old version too, a file or git:REF, and print which sessions differ, each kind with its \
      shortest session as a case of a spec.
      """)
  var against: String?

  @Option(help: "How many sessions may differ; with more the exit code is 1.")
  var allow = 0

  @Option(help: "Print a recording of this many invented sessions instead.")
  var generate: Int?

  @Option(help: "A number that chooses the invented sessions.")
  var seed: UInt64 = 1

  @OptionGroup var options: Options

  func validate() throws {
    if results && (partial || merge) {
      throw ValidationError("--results has no summary; leave out --partial and --merge")
    }
    if against != nil && (partial || merge) {
      throw ValidationError("--against has no summary to add; leave out --partial and --merge")
    }
    if unsorted && merge {
      throw ValidationError("--merge adds in any order; leave out --unsorted")
    }
    if !(1...256).contains(jobs) { throw ValidationError("--jobs is from 1 to 256") }
    if jobs > 1 && (merge || against != nil) {
      throw ValidationError("--jobs is for one version; leave out --against and --merge")
    }
    if allow < 0 { throw ValidationError("--allow is a number of sessions") }
    if let generate, generate < 0 { throw ValidationError("--generate is a number of sessions") }
  }

  func run() throws {
    let definition = try options.printer.compiled(file)
    if let generate {
      RecordingReplay.generate(generate, of: file, definition, seed: seed)
      throw CommandExit.success
    }
    let source = Recordings(paths: recordings, isSorted: !unsorted)
    if let against {
      throw try RecordingComparison.run(
        definition, at: file, against: against, source, permitted: allow,
        printsSessions: results, options.printer)
    }
    let output: RecordingReplay.Output = results ? .results : partial ? .partial : .text
    throw try merge
      ? RecordingReplay.merge(definition, recordings, output)
      : RecordingReplay.run(definition, source, acceptsAnyVersion: anyVersion, jobs: jobs, output)
  }
}
