import CEL

/// An element of an XML text, with all elements below it.
package struct MarkupText: Sendable {
  /// An attribute; `namespace` is empty if it has no prefix.
  package struct Attribute: Hashable, Sendable {
    package var name: String
    package var namespace: String
    package var value: String

    package init(name: String, namespace: String = "", value: String) {
      self.name = name
      self.namespace = namespace
      self.value = value
    }
  }

  /// The namespace of SCXML.
  package static let scxml = "http://www.w3.org/2005/07/scxml"
  /// The namespace for parts that SCXML cannot express.
  package static let tables = "urn:state-tables:1"

  /// The name without its prefix.
  package var name: String
  package var namespace: String
  package var attributes: [Attribute] = []
  package var children: [MarkupText] = []
  /// The text directly in the element, concatenated.
  package var text = ""
  /// The byte range of its start tag in the file.
  package var range: Range<Int>

  package init(
    _ name: String, in namespace: String = MarkupText.scxml, at range: Range<Int> = 0..<0
  ) {
    self.name = name
    self.namespace = namespace
    self.range = range
  }

  /// The value of an attribute without prefix.
  subscript(name: String) -> String? {
    get {
      WorkCount.add(1)
      return attributes.first { $0.name == name && $0.namespace.isEmpty }?.value
    }
    set { set(name, in: "", newValue) }
  }

  /// The value of an attribute of the namespace `tables`.
  subscript(own name: String) -> String? {
    get { attributes.first { $0.name == name && $0.namespace == MarkupText.tables }?.value }
    set { set(name, in: MarkupText.tables, newValue) }
  }

  private mutating func set(_ name: String, in namespace: String, _ value: String?) {
    attributes.removeAll { $0.name == name && $0.namespace == namespace }
    guard let value else { return }
    attributes.append(.init(name: name, namespace: namespace, value: value))
  }

  /// The element with attributes and children added.
  func with(_ attributes: KeyValuePairs<String, String>, _ children: [MarkupText] = [])
    -> MarkupText
  {
    var result = self
    for (name, value) in attributes { result[name] = value }
    result.children += children
    return result
  }

  var isTables: Bool { namespace == MarkupText.tables }

  /// Whether this is an SCXML element with the given name.
  func isNamed(_ name: String) -> Bool {
    WorkCount.add(1)
    return namespace == MarkupText.scxml && self.name == name
  }

  /// The text as XML, with children indented by two spaces.
  func write(indent: String = "", isRoot: Bool = true) -> String {
    var line = indent + "<" + tag
    if isRoot {
      line += " xmlns=\"\(MarkupText.scxml)\""
      if usesTables { line += " xmlns:t=\"\(MarkupText.tables)\"" }
    }
    for attribute in attributes {
      let prefix = attribute.namespace == MarkupText.tables ? "t:" : ""
      line += " \(prefix)\(attribute.name)=\"\(MarkupText.escaped(attribute.value))\""
    }
    guard !children.isEmpty else { return line + "/>\n" }
    line += ">\n"
    for child in children { line += child.write(indent: indent + "  ", isRoot: false) }
    return line + indent + "</\(tag)>\n"
  }

  private var tag: String { (isTables ? "t:" : "") + name }

  private var usesTables: Bool {
    isTables || attributes.contains { $0.namespace == MarkupText.tables }
      || children.contains { $0.usesTables }
  }

  /// Whether a character shows nothing: a control, a line break, or one that changes the direction.
  private static func isHidden(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Text for an attribute in double quotes; what shows nothing is written by its number.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case "\"": result += "&quot;"
      default:
        if isHidden(scalar) {
          result += "&#\(scalar.value);"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  /// Whether XML can represent a text: it has no escape for most control characters.
  static func canHold(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
      default: false
      }
    }
  }
}
