import CEL
import StateModel

/// A cell with its expressions by their pointers: each issue of a large cell looks for one.
struct CellTexts {
  let cell: Cell
  private let texts: [String: String]

  init(_ cell: Cell) {
    self.cell = cell
    var texts: [String: String] = [:]
    var pending = [(cell: cell, pointer: Pointer.root)]
    while let (cell, pointer) = pending.popLast() {
      switch cell {
      case .expression(let text): texts[pointer.text] = text
      case .list(let elements):
        for (index, element) in elements.enumerated() { pending.append((element, pointer[index])) }
      case .object(let members):
        // Of two equal keys the first counts, which is visited last.
        for member in members { pending.append((member.value, pointer[member.key])) }
      case .null, .bool, .number: break
      }
    }
    WorkCount.add(texts.count)
    self.texts = texts
  }

  /// The expression at a pointer relative to the cell.
  func text(at pointer: String) -> String? { texts[pointer] }
}
