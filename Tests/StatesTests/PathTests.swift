import Foundation
import Testing

/// The files and folders that arguments of the command name.
@Suite struct `Paths of the command` {
  /// Runs a script in a fresh copy of the sample files; its lines without those of the summary.
  private static func run(_ script: String) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "states-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: Transcript.folder.appending(path: "Files"), to: folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try Transcript.run(script, in: folder, [:]).lines.filter { !$0.hasSuffix("(N ms)") }
  }

  @Test(arguments: [
    "replay Coin.state.json pipe", "replay Coin.state.json --merge pipe",
    "replay Coin.state.json --unsorted pipe",
    "replay Coin.state.json --against Coin.state.json pipe",
    "diagram Coin.state.json --output out --traffic pipe",
    "docs --pages out Coin.state.json --traffic pipe", "validate pipe", "format pipe",
  ])
  func `that are pipes are refused at once, with the option to use standard input`(
    _ command: String
  ) throws {
    // A pipe that nobody writes would hold up the command forever.
    let lines = try Self.run("mkfifo pipe; states \(command)")
    #expect(lines == ["2> error: cannot read `pipe`: it is a pipe; `-` reads standard input"])
  }

  @Test(arguments: [
    "diagram pipe", "docs pipe", "diff pipe Coin.state.json", "diff Coin.state.json pipe",
    "import scxml pipe", "import xstate pipe", "export scxml pipe", "test pipe", "run pipe",
    "generate swift pipe --output out", "replay pipe", "replay Coin.state.json --against pipe",
    "validate --baseline pipe --format none Coin.state.json",
  ])
  func `that are pipes are refused where standard input is no choice`(_ command: String) throws {
    let lines = try Self.run("mkfifo pipe; states \(command)")
    #expect(lines.contains("2> error: cannot read `pipe`: it is a pipe, not a file"), "\(lines)")
  }

  @Test(arguments: [
    "diagram -", "docs -", "diff - Coin.state.json", "import scxml -", "export scxml -", "test -",
    "run -", "generate swift - --output out", "replay -", "preview -",
  ])
  func `do not include standard input where it is not read`(_ command: String) throws {
    let lines = try Self.run("states \(command)")
    let error = "2> error: cannot read `-`: this command does not read it from standard input"
    #expect(lines.contains(error), "\(lines)")
  }

  @Test(arguments: ["validate", "format"])
  func `do not combine standard input with files`(_ command: String) throws {
    let lines = try Self.run("states \(command) - Coin.state.json")
    #expect(lines.first == "2> Error: `-` cannot be combined with other paths")
  }

  @Test func `of pipes in a searched folder are reported`() throws {
    let lines = try Self.run(
      """
      mkdir d e; mkfifo d/README.md e/states.json; cp Draft.state.json e
      states docs d; states validate e --format none; states config e
      """)
    #expect(
      lines == [
        "e/states.json",
        "2> error: cannot read `d/README.md`: it is a pipe, not a file",
        "2> error: cannot read `e/states.json`: it is a pipe, not a file",
        "2> error: cannot read `e/states.json`: it is a pipe, not a file",
      ])
  }

  @Test func `of outputs that are no files are refused by what they are`() throws {
    let lines = try Self.run(
      """
      mkdir out; mkfifo out/CoinState.swift
      states generate swift Coin.state.json --output out
      python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")'
      states validate Coin.state.json --format none --output sarif=socket
      states import scxml charts/light.scxml --format none --output socket
      """)
    #expect(
      lines == [
        "2> error: cannot write `out/CoinState.swift`: it is a pipe, not a file",
        "2> error: cannot write `socket`: it is a socket, not a file",
        "2> import: 2 notes", "2> error: cannot write `socket`: it is a socket, not a file",
      ])
  }
}

/// Links among the arguments of the command.
extension `Paths of the command` {
  @Test(arguments: ["validate", "format", "diagram --format md", "generate swift --output o"])
  func `do not include a link in a folder that leads out of it`(_ command: String) throws {
    let lines = try Self.run(
      """
      mkdir d; echo 'secret' > Secret.state.json; ln -s ../Secret.state.json d/Secret.state.json
      states \(command) d; states \(command) 'd/*.state.json'; cat Secret.state.json
      """)
    let refusal = "2> error: cannot read `d/Secret.state.json`: it is a link that leads out of `d`"
    #expect(
      lines == ["secret", "\(refusal); name the file itself", "\(refusal); name the file itself"])
  }

  @Test func `do not include a definition or spec that is a link out of the folder of the other`()
    throws
  {
    let lines = try Self.run(
      """
      mkdir a b; echo 'secret' > Secret
      cp Coin.spec.json a; ln -s ../Secret a/Coin.state.json
      cp Coin.state.json b; ln -s ../Secret b/Coin.spec.json
      for job in test 'diagram --format md' 'generate swift-tests --import A --output o' validate
      do states $job a b 2>&1; states $job a/Coin.spec.json b/Coin.state.json 2>&1; done
      states docs --pages o b/Coin.state.json
      """)
    #expect(!lines.contains { $0.contains("secret") })
    #expect(lines.contains { $0.contains("link that leads out of `a`") })
    #expect(lines.contains { $0.contains("link that leads out of `b`") })
  }

  @Test(arguments: [
    ("format", "L.state.json"), ("validate --fix --format none", "L.state.json"), ("docs", "l.md"),
  ])
  func `that are links are edited only in their folder`(command: String, name: String) throws {
    let lines = try Self.run(
      """
      mkdir d d/e
      sed -e 's/Coin/L/' -e 's/Heads : /Heads:/' -e "s/'Heads'/Heads/" Coin.state.json > T
      printf '<!-- states: Coin.state.json tables -->\\n<!-- /states -->\\n' > t
      cp T t d/e; cp Coin.state.json d; cd d
      ln -s ../T L.state.json; ln -s ../t l.md
      states \(command) \(name) 2>&1 | grep cannot; cmp ../T e/T; cmp ../t e/t
      rm L.state.json l.md; ln -s e/T L.state.json; ln -s e/t l.md
      states \(command) \(name) > ../log 2>&1; cmp -s ../T e/T && cmp -s ../t e/t || echo written
      test -L l.md && test -L L.state.json && echo links
      """)
    #expect(
      lines == [
        "error: cannot write `\(name)`: it is a link out of its folder; name the file itself",
        "written", "links",
      ])
  }
}

/// Files that several arguments name.
extension `Paths of the command` {
  @Test(arguments: [
    "a a/b", "a a/b/Draft.state.json", "a 'a/**/*.state.json'", "a/b/Draft.state.json a/b",
  ])
  func `count a folder whose files are known already`(_ paths: String) throws {
    let lines = try Self.run(
      "mkdir -p a/b; cp Draft.state.json a/b; states validate \(paths) --format none; echo $?")
    #expect(lines == ["0"])
  }

  @Test func `name a file once, whatever its names`() throws {
    let lines = try Self.run(
      """
      mkdir a; cp wrong/Comma.state.json a; ln a/Comma.state.json a/Other.state.json
      ln -s Comma.state.json a/Link.state.json; echo '[]' > states.json; cd a
      states validate . ./Comma.state.json Comma.state.json Other.state.json --format short --no-config
      states validate ../states.json ./../states.json --format short --no-config
      """)
    let project = "error: a project file must be an object, found an array [shape/wrong-type]"
    #expect(
      lines == [
        "Comma.state.json:1:32: error: trailing comma: JSON allows none before `}` [json/syntax]",
        "../states.json:1:1: \(project)",
      ])
  }

  @Test func `are checked with what lies beside each of their hard links`() throws {
    let lines = try Self.run(
      """
      mkdir a b; cp wrong/Comma.state.json a; ln a/Comma.state.json b
      states validate a b --format short --no-config
      """)
    #expect(lines.map { String($0.prefix(18)) } == ["a/Comma.state.json", "b/Comma.state.json"])
  }

  @Test func `in two normal forms are two files`() throws {
    let lines = try Self.run(
      """
      a=$(printf 'caf\\303\\251'); b=$(printf 'cafe\\314\\201'); mkdir "$a" "$b"
      cp Draft.state.json "$a"; echo '{' > "$b/Draft.state.json"
      states validate "$a" "$b" --format short | wc -l; states validate "$b" "$a" --format none
      echo $?; rm "$b/Draft.state.json"; states validate "$a" "$b" --format none; echo $?
      """)
    #expect(lines.filter { !$0.hasPrefix("2>") } == ["1", "1", "2"], "\(lines)")
  }

  @Test func `of hard links all get the new text`() throws {
    let lines = try Self.run(
      """
      mkdir a b; sed 's/  / /' Draft.state.json > a/Draft.state.json
      ln a/Draft.state.json b/Draft.state.json; states format a b
      cmp a/Draft.state.json b/Draft.state.json; states format --check a b --format short
      """)
    #expect(lines.isEmpty)
  }
}

/// Outputs of the command.
extension `Paths of the command` {
  @Test(arguments: [
    "import scxml charts/light.scxml --format none --output",
    "export scxml Agreed.state.json --format none --output",
    "run Coin.state.json --events flipToTails > log --record",
    "validate Coin.state.json --format none --write-baseline",
  ])
  func `that end with a slash are no files`(_ command: String) throws {
    let lines = try Self.run(
      "mkdir old; states \(command) old/; states \(command) new/; find old new")
    #expect(lines.contains("2> error: cannot write `old/`: it names a folder, not a file"))
    #expect(lines.contains("2> error: cannot write `new/`: it names a folder, not a file"))
    #expect(lines.filter { !$0.hasPrefix("2>") } == ["old"])
  }

  @Test(arguments: ["svg", "dot", "md", "mermaid"])
  func `of diagrams whose definition is gone are reported, then removed`(format: String) throws {
    let lines = try Self.run(
      """
      mkdir d out; cp Coin.state.json d; echo own > out/Own.$(echo \(format) | sed s/mermaid/mmd/)
      sed 's/"Coin"/"Token"/' Coin.state.json > d/Token.state.json
      make='states diagram d --kind states --format \(format) --output out'
      $make 2>/dev/null; rm d/Token.state.json
      $make --check --findings short; $make; ls out
      """)
    let ending = format == "mermaid" ? "mmd" : format
    #expect(
      lines == [
        "out/Token.\(ending):1:1: error: no definition has this diagram [diagram/stale]",
        "Coin.\(ending)", "Own.\(ending)", "2> removed: out/Token.\(ending)",
      ])
  }

  @Test func `that lead to standard output are written to it, also if it is a file`() throws {
    let lines = try Self.run(
      """
      mkdir d; ln -s /dev/fd/1 d/link
      (echo first; states validate Coin.state.json --format none --output junit=d/link) > log
      test -h d/link && head -n 2 log
      """)
    #expect(lines == ["first", #"<?xml version="1.0" encoding="UTF-8"?>"#])
  }

  @Test(arguments: ["/dev/null", "../old"])
  func `that are links out of their folder are replaced`(_ target: String) throws {
    let lines = try Self.run(
      """
      mkdir d; echo old > old; ln -s \(target) d/link
      states validate Coin.state.json --format none --output junit=d/link
      head -n 1 d/link; cat old; test -c /dev/null && echo device
      """)
    #expect(lines == [#"<?xml version="1.0" encoding="UTF-8"?>"#, "old", "device"])
  }
}

/// Texts of others in the output of the command.
extension `Paths of the command` {
  private static let hostile = ["\u{1B}", "\u{9B}", "\u{202E}"]

  /// A definition with hostile characters in its texts.
  private static let script = """
    e=$(printf '\\033'); c=$(printf '\\302\\233'); r=$(printf '\\342\\200\\256')
    printf '%s' '{ "state": "A", "format": 1, "about": "x'"$c$r"'y",
      "events": { "went": { "about": "x'"$c$r"'y" } }, "initial": "B",
      "states": [{ "state": "B" }, { "state": "C" }],
      "reducer": [{ "on": "went", "if": "\'"$c$r"'\' != \'\'", "goTo": "C" }],
      "outputs": {
        "o": { "kind": "ui", "type": "string", "about": "x'"$c$r"'y", "value": "\'"$c$r"'\'" }
      } }' > A.state.json

    """

  @Test(arguments: [
    "diagram A.state.json --format md", "diagram A.state.json --format dot",
    "diagram A.state.json --format mermaid", "export scxml A.state.json",
    "export mermaid A.state.json", "run A.state.json --events went --explain",
    "docs a.md; cat a.md", "diagram A.state.json --format md --output o; cat o/*",
  ])
  func `show controls and turned text by their code`(_ command: String) throws {
    let lines = try Self.run(
      Self.script + """
        printf '<!-- states: A.state.json tables mermaid -->\n<!-- /states -->\n' > a.md
        states \(command)
        """)
    let text = lines.joined(separator: "\n")
    #expect(text.contains("went"))
    for hidden in Self.hostile { #expect(!text.contains(hidden)) }
  }

  @Test func `show a hostile folder by its code`() throws {
    let lines = try Self.run(
      """
      d="d$(printf '\\033[31m\\302\\233')"; mkdir "$d"; cp Draft.state.json "$d"
      echo '{}' > "$d/states.json"; states config "$d/Draft.state.json"
      states diagram "$d/Draft.state.json" --output "$d/o"; states docs "$d/none.md"
      """)
    let shown = #"d\u{1B}[31m\u{9B}"#
    #expect(lines == ["\(shown)/states.json", "2> error: `\(shown)/none.md` does not exist"])
  }

  @Test func `quote a hostile name in a patch, which can still be applied`() throws {
    let lines = try Self.run(
      """
      name="$(printf 'a\\033[31m\\342\\200\\256"b').state.json"; mkdir d
      sed 's/  / /' Draft.state.json > "d/$name"
      states format --diff d | tee patch | head -n 1; patch -s -p0 < patch
      states format --check d --format short
      """)
    #expect(lines == [#"--- "d/a\033[31m\342\200\256\"b.state.json""#])
  }
}

/// Names of files that become names of definitions and of generated code.
extension `Paths of the command` {
  @Test(arguments: ["javascript:alert(1)", "-x", "É", "2nd", "my coin"])
  func `must be identifiers without their ending`(_ name: String) throws {
    let lines = try Self.run(
      """
      mkdir d; sed 's/Draft/\(name)/' Draft.state.json > 'd/\(name).state.json'
      echo '{ "format": 1, "types": {} }' > 'd/\(name).types.json'
      states validate d --format short; cd d
      states diagram './\(name).state.json' --format md 2>&1 | grep -c '^# '
      states export mermaid './\(name).state.json' 2>&1 | grep -c Diagram
      """)
    #expect(
      lines == [
        "d/\(name).state.json:1:13: error: `\(name)` is not a name [shape/wrong-type]",
        "d/\(name).types.json:1:1: error: this is `\(name).types.json`, but `\(name)` is not a name [file/name]",
        "0", "0",
      ])
  }
}
