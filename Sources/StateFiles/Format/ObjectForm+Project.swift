import StateModel

/// Files about files: which findings a project wants, and which it knows already.
extension ObjectForm {
  private static let format = Key("format", .count(), "The version of the format: \(knownFormat).")
  private static let checks = Key(
    "checks", .words(["minimal", "recommended", "strict"]),
    "The reported findings: errors (`minimal`), warnings too (`recommended`), notes too (`strict`)."
  )
  private static let severity = Key(
    "severity", .map(.words(["error", "warning", "note", "off"])),
    "How bad the findings of a rule are, by its id or by `group/*`.")

  static let project = ObjectForm(
    "project file", "Which findings a project reports, and how severe they are.",
    lines: [
      [.schema], [format], [.about], [checks], [severity],
      [Key("files", .rows(.object(.projectFiles)), "Settings that differ for some files.")],
    ])

  static let projectFiles = ObjectForm(
    "entry", "Settings that differ for some files; of two that cover a file the later wins.",
    lines: [
      [
        Key(
          required: "paths", .names,
          "Patterns of paths, relative to the project file; a folder covers all files in it.")
      ], [.about], [checks], [severity],
    ])

  static let baseline = ObjectForm(
    "baseline", "Findings that are known and not reported again.",
    lines: [
      [Key(required: "format", .count(), "The version of the format: \(knownFormat).")],
      [Key(required: "findings", .rows(.object(.knownFinding)), "The findings.")],
    ])

  static let knownFinding = ObjectForm(
    "entry", "A finding that is known.",
    lines: [
      [
        Key(required: "file", .text, "The file, relative to where the command ran."),
        Key(required: "rule", .text, "The rule."),
        Key(required: "fingerprint", .text, "What the finding is known by."),
      ]
    ])
}
