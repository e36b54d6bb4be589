/// The text of a runtime in a generated file: its real source files, joined.
///
/// This is the whole rule, for both languages:
/// 1. The files are in the order of their paths. Those in the folder `Screen` or `Wire` are only
///    there with the option of that name, and those in `Shared` in a runtime that is imported. The
///    files in `Host` become a separate file, the store, and those in `Test` one beside tests.
/// 2. What precedes the declarations of Kotlin, up to the line of the package, is left out.
/// 3. Some words change: access words, because the files become one file of a user's module, and
///    the types of numbers in Swift. ``SwiftRuntime`` and ``KotlinRuntime`` list the changes.
struct RuntimeText {
  typealias File = (path: StaticString, text: StaticString)

  /// A change of a word in the files of a folder or in all files. An access word has the space
  /// behind it.
  struct WordChange {
    let word: String
    let replacement: String
    let folder: String?

    init(_ word: String, to replacement: String, in folder: String? = nil) {
      self.word = word
      self.replacement = replacement
      self.folder = folder
    }
  }

  let files: [File]
  /// The changes, made one after the other. The sources have the words nowhere else.
  let changes: [WordChange]

  /// The declarations that the options select.
  func declarations(_ options: GenerationOptions) -> String {
    declarations { folders in
      !folders.contains("Host") && !folders.contains("Test")
        && (options.hasScreen || !folders.contains("Screen"))
        && (options.hasWire || !folders.contains("Wire"))
        && (options.content == .runtime || !folders.contains("Shared"))
    }
  }

  /// The declarations of the files in folders.
  func declarations(in isSelected: ([String]) -> Bool) -> String {
    files.compactMap { file -> String? in
      let path = String(describing: file.path)
      let folders = path.split(separator: "/").dropLast().map(String.init)
      guard isSelected(folders) else { return nil }
      let text = String(describing: file.text)
      let body = path.hasSuffix(".kt") ? Self.body(ofKotlin: text) : text
      return changes.reduce(body) { text, change in
        guard change.folder.map(folders.contains) ?? true else { return text }
        return text.replacing(change.word, with: change.replacement)
      }
    }.joined(separator: "\n")
  }

  /// The text after the line that declares the package of Kotlin, if there is one.
  private static func body(ofKotlin text: String) -> String {
    let marker = "\npackage "
    guard let start = text.firstRange(of: marker)?.upperBound,
      let end = text[start...].firstIndex(of: "\n")
    else { return text }
    return String(text[end...].drop { $0 == "\n" })
  }
}
