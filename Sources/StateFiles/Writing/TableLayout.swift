/// Nodes as text: a value on one line where it fits, a table row by row with its first columns below
/// each other, anything else filled up to the width and continued below its first part.
struct TableLayout {
  /// The widest line, in code points.
  static let width = 160
  /// How far a broken row may hang to the right of its start.
  private static let hangLimit = 64

  private var result = ""
  /// Where the next character goes, from 0.
  private var column = 0
  /// The start of the current line, and the indentation of an opened table in it.
  private var indent = 0
  /// How many lines there are before the current one.
  private var line = 0
  /// Spaces that are written once something follows them on the line.
  private var pending = 0

  /// The text of a file.
  static func text(_ node: LayoutNode) -> String {
    var layout = TableLayout()
    if case .object(let members) = node.content, case .grouped(let form) = node.style {
      layout.writeFile(members, form)
    } else {
      layout.write(node, tail: 0)
    }
    return layout.result + "\n"
  }

  private mutating func put(_ text: String) {
    result += String(repeating: " ", count: pending) + text
    column += text.unicodeScalars.count
    pending = 0
  }

  private mutating func pad(_ count: Int) {
    pending += count
    column += count
  }

  private mutating func startLine(at column: Int, isApart: Bool = false) {
    result += isApart ? "\n\n" : "\n"
    self.column = column
    indent = column
    pending = column
    line += 1
  }

  /// Whether so much fits on the rest of the line.
  private func fits(_ width: Int) -> Bool { column + width <= TableLayout.width }

  /// Writes a value; `tail` is the width of what must follow on its last line.
  ///
  /// Recursive, as deep as values nest. A section of the file ends on a separate line.
  private mutating func write(_ node: LayoutNode, tail: Int, isSection: Bool = false) {
    if !node.isOpened, fits(node.width + tail) { return put(node.line) }
    switch (node.content, node.style) {
    case (.token(let text), _): put(text)
    case (.object(let members), .table): writeSection(members)
    case (.object(let members), .grouped(let form)):
      writeRow(Row(members, form, isOpened: node.isOpened), tail: tail)
    case (.object(let members), .filled):
      put("{ ")
      fill(members.map { ("\($0.key): ", $0.value) }, tail: tail + 2)
      put(" }")
    case (.array(let elements), .table): writeRows(elements, tail: tail, isSection: isSection)
    case (.array(let elements), _):
      put("[")
      fill(elements.map { ("", $0) }, tail: tail + 1)
      put("]")
    }
  }

  /// As much on each line as fits; lines start below the first part.
  private mutating func fill(_ parts: [(key: String, value: LayoutNode)], tail: Int) {
    let start = column
    var lineBefore = line
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      let width = part.key.unicodeScalars.count + part.value.width + (isLast ? tail : 1)
      if index > 0 {
        put(",")
        if line > lineBefore || part.value.isOpened || !fits(1 + width) {
          startLine(at: start)
        } else {
          put(" ")
        }
      }
      lineBefore = line
      put(part.key)
      write(part.value, tail: isLast ? tail : 1)
    }
  }

  /// The file itself: each group of keys starts a line.
  private mutating func writeFile(_ members: [LayoutNode.Member], _ form: ObjectForm) {
    put("{")
    var group: Int?
    var lineBefore = line
    for (index, member) in members.enumerated() {
      let own = form.group(of: member.name)
      if index > 0 { put(",") }
      if own == group, line == lineBefore, !member.value.isOpened, fits(member.width + 2) {
        put(" ")
      } else {
        startLine(at: 2, isApart: member.value.isApart)
      }
      group = own
      lineBefore = line
      put("\(member.key): ")
      write(member.value, tail: 1, isSection: true)
    }
    if !members.isEmpty { startLine(at: 0) }
    put("}")
  }
}

/// Tables.
extension TableLayout {
  /// A section of the file: a name a line, the values below each other.
  private mutating func writeSection(_ members: [LayoutNode.Member]) {
    let end = indent
    let names = Alignment.names(of: members)
    let columns = Alignment.columns(of: members.map(\.value))
    put("{")
    for (index, member) in members.enumerated() {
      startLine(at: end + 2, isApart: member.value.isApart)
      put("\(member.key): ")
      pad(names[index])
      writeEntry(member.value, columns[index], tail: 1)
      if index < members.count - 1 { put(",") }
    }
    startLine(at: end)
    put("}")
  }

  /// A list of objects: one a line, their first columns below each other.
  private mutating func writeRows(_ elements: [LayoutNode], tail: Int, isSection: Bool) {
    let end = indent
    let columns = Alignment.columns(of: elements)
    put("[")
    for (index, element) in elements.enumerated() {
      let isLast = index == elements.count - 1
      startLine(at: end + 2, isApart: element.isApart)
      writeEntry(element, columns[index], tail: isLast && !isSection ? tail + 2 : 1)
      if !isLast { put(",") }
    }
    if isSection { startLine(at: end) } else { put(" ") }
    put("]")
  }

  private mutating func writeEntry(_ node: LayoutNode, _ paddings: [Int], tail: Int) {
    guard case .object(let members) = node.content, case .grouped(let form) = node.style,
      !members.isEmpty
    else { return write(node, tail: tail) }
    let padded = node.width + paddings.reduce(0, +)
    let isOneLine = !node.isOpened && fits(node.width + tail)
    let row = Row(
      members, form, paddings: isOneLine && !fits(padded + tail) ? [] : paddings,
      isOpened: !isOneLine)
    writeRow(row, tail: tail)
  }

  /// An object with known keys: its first columns, and what belongs together on one line.
  private struct Row {
    let members: [LayoutNode.Member]
    /// The line of the form that each member belongs to; that of columns is -1.
    let groups: [Int]
    /// The spaces behind each column.
    let paddings: [Int]
    let isOpened: Bool

    init(
      _ members: [LayoutNode.Member], _ form: ObjectForm, paddings: [Int] = [], isOpened: Bool
    ) {
      self.members = members
      groups = members.map { form.group(of: $0.name) ?? -1 }
      self.paddings = paddings
      self.isOpened = isOpened
    }

    /// Whether a table of a new group starts here: it gets a separate line.
    func isTable(_ index: Int) -> Bool {
      guard index > 0, groups[index - 1] >= 0, groups[index] != groups[index - 1] else {
        return false
      }
      if case .table = members[index].value.style { return members[index].value.isOpened }
      return false
    }

    /// The width of the members between the columns and a table, on one line.
    var headWidth: Int {
      let indices = members.indices.filter { groups[$0] >= 0 }.prefix { !isTable($0) }
      return indices.reduce(0) { sum, index in
        let member = members[index]
        return sum + 2 + (member.value.isList ? member.openedWidth : member.width)
      }
    }
  }

  private mutating func writeRow(_ row: Row, tail: Int) {
    put("{ ")
    let start = column
    var hang = start
    var isSplit = false
    var lineBefore = line
    for (index, member) in row.members.enumerated() {
      let isLast = index == row.members.count - 1
      if index > 0 {
        put(",")
        if row.paddings.indices.contains(index - 1) { pad(row.paddings[index - 1]) }
      }
      if row.groups[index] >= 0, index == 0 || row.groups[index - 1] < 0 {
        // Behind the columns: here the other lines of a row that needs several start.
        if row.isOpened, column + 1 - start <= TableLayout.hangLimit, index > 0 {
          hang = column + 1
        }
        isSplit = row.isOpened && !fits(row.headWidth + tail + 1)
      }
      if index > 0 {
        let isNewGroup = row.groups[index] != row.groups[index - 1] && row.groups[index - 1] >= 0
        let isFitting =
          member.value.isList
          ? fits(1 + member.openedWidth) : fits(1 + member.width + (isLast ? tail + 2 : 1))
        if isNewGroup && isSplit || row.isTable(index) || line > lineBefore
          || row.isOpened && !isFitting && hang <= column
        {
          startLine(at: hang)
        } else {
          put(" ")
        }
      }
      lineBefore = line
      put("\(member.key): ")
      write(member.value, tail: isLast ? tail + 2 : 1)
    }
    put(" }")
  }
}
