/// The columns of a table: parts of rows that are below each other.
///
/// Rows after a free line, and rows that start with other keys, form a new table.
enum Alignment {
  /// How much wider than the narrowest a name may be to widen the column.
  private static let nameSpread = 24
  /// How much wider than the narrowest a text may be to widen its column.
  private static let columnSpread = 16

  /// The spaces behind the name of each member.
  static func names(of members: [LayoutNode.Member]) -> [Int] {
    var result: [Int] = []
    for block in runs(members.indices, where: { !members[$1].value.isApart }) {
      let widths = block.map { members[$0].key.unicodeScalars.count }
      let width = columnWidth(widths, spread: nameSpread)
      result += widths.map { max(0, width - $0) }
    }
    return result
  }

  /// The spaces behind each column of each row.
  static func columns(of rows: [LayoutNode]) -> [[Int]] {
    let leads = rows.map(Lead.init)
    var result: [[Int]] = []
    let runs = runs(rows.indices) { !rows[$1].isApart && leads[$0].isLike(leads[$1]) }
    for run in runs {
      var paddings = run.map { _ in [Int]() }
      // A row that is too wide for one column is out of step for the next ones.
      var aligned = Array(run)
      for column in leads[run.lowerBound].columns.indices {
        aligned = aligned.filter { leads[$0].followed > column }
        let width = columnWidth(aligned.map { leads[$0].widths[column] }, spread: columnSpread)
        aligned = aligned.filter { leads[$0].widths[column] <= width }
        for row in aligned {
          paddings[row - run.lowerBound].append(width - leads[row].widths[column])
        }
      }
      result += paddings
    }
    return result
  }

  /// The members of a row that are in columns: they come first.
  private struct Lead {
    var columns: [Int] = []
    var widths: [Int] = []
    /// How many of them have something behind them.
    var followed = 0
    /// The text of the first, where rows with another one are a separate table.
    var group: String?

    init(_ row: LayoutNode) {
      guard case .object(let members) = row.content, case .grouped(let form) = row.style else {
        return
      }
      for (index, member) in members.enumerated() {
        guard let column = form.column(of: member.name) else { break }
        columns.append(column)
        widths.append(member.width)
        if index < members.count - 1 { followed += 1 }
      }
      if form.isSplit, !columns.isEmpty { group = members.first?.value.line }
    }

    func isLike(_ other: Lead) -> Bool { columns == other.columns && group == other.group }
  }

  /// The widest of those that are not much wider than the narrowest.
  private static func columnWidth(_ widths: [Int], spread: Int) -> Int {
    let limit = (widths.min() ?? 0) + spread
    return widths.filter { $0 <= limit }.max() ?? 0
  }

  /// Ranges of neighbours that belong together.
  private static func runs(
    _ indices: Range<Int>, where belongs: (Int, Int) -> Bool
  ) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in indices {
      if let last = runs.last, belongs(index - 1, index) {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }
}

extension ObjectForm {
  /// The column of a key; `nil` for other keys.
  func column(of key: String) -> Int? {
    columns.firstIndex { $0.contains { $0.name == key } }
  }

  /// The group of keys that a key belongs to; `nil` for columns.
  func group(of key: String) -> Int? { lines.firstIndex { $0.contains { $0.name == key } } }
}
