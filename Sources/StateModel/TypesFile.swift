/// A file of types and functions that several definitions use, as written.
public struct TypesFile: Hashable, Sendable {
  /// The version of the format it is written in.
  public var format: Int
  /// What it is for, in plain words.
  public var about: String?
  /// The files it takes types and functions from itself, relative to its own.
  public var uses: [String] = []
  /// The types it declares.
  public var types: [Definition.TypeDeclaration] = []
  /// The functions it declares.
  public var functions: [Definition.Function] = []
  /// The findings that it permits, with the reasons.
  public var allowances: [Definition.Allowance] = []

  /// Starts an empty file.
  public init(format: Int = 1) { self.format = format }
}

/// A file that another one names in `uses`, already read, with those that it uses itself.
///
/// Its own mistakes are reported where it is checked, never where it is used.
public struct UsedFile: Hashable, Sendable {
  /// What the file holds.
  public enum Content: Hashable, Sendable {
    case types(TypesFile)
    case definition(Definition)
    /// It could not be read, which is already reported: any name may come from it.
    case unreadable
  }

  /// The name as `uses` writes it, relative to the file that uses it.
  public var name: String
  /// The path from the definitions folder: equal paths are one file.
  public var path: String
  /// What it holds.
  public var content: Content
  /// The files that it uses, in its order.
  public var uses: [UsedFile]

  /// Makes a used file.
  public init(name: String, path: String, content: Content, uses: [UsedFile] = []) {
    self.name = name
    self.path = path
    self.content = content
    self.uses = uses
  }
}
