import StateFiles
import StateModel

/// The form that the format gives to each value of a text: what may be written there.
struct FormTree {
  let tree: TextTree
  private let root: Form

  init(_ tree: TextTree, _ kind: DefinitionFolder.Kind) {
    self.tree = tree
    root = .object(kind.object)
  }

  /// The key of an object of the format under which a value is, and the path below it.
  struct Owner {
    let kind: ObjectKind
    let key: Key
    /// The node of the object.
    let object: Int
    /// The node of the key's value.
    let value: Int
    /// The nodes from that value to the node, the node included; empty for the value itself.
    let path: [Int]
  }

  /// The forms that a value may have, without choices.
  func forms(of index: Int) -> [Form] {
    guard let parent = tree.nodes[index].parent else { return [root] }
    let key = tree.key(of: index)
    return FormTree.choices(forms(of: parent).map { key.map($0.member) ?? $0.element })
  }

  /// The forms that a list of choices permits.
  static func choices(_ forms: [Form]) -> [Form] {
    forms.flatMap { form -> [Form] in
      switch form {
      case .either(_, let forms): choices(forms)
      case .keyed(let kinds, let otherwise): kinds.map { .object($0) } + choices([otherwise])
      default: [form]
      }
    }
  }

  /// The kinds of object that a node may be, the most probable first.
  func kinds(of index: Int) -> [ObjectKind] {
    let kinds = forms(of: index).compactMap { form -> ObjectKind? in
      if case .object(let kind) = form { kind } else { nil }
    }
    guard kinds.count > 1 else { return kinds }
    let keys = tree.children(of: index).compactMap { tree.key(of: $0) }
    let meant = kinds.filter { kind in keys.contains { kind.form.key($0) != nil } }
    return meant.isEmpty ? kinds : meant
  }

  /// The nearest key of the format above a value, or its own.
  func owner(of index: Int) -> Owner? {
    var path: [Int] = []
    var next = index
    while let parent = tree.nodes[next].parent {
      if let name = tree.key(of: next) {
        for kind in kinds(of: parent) {
          guard let key = kind.form.key(name) else { continue }
          return Owner(kind: kind, key: key, object: parent, value: next, path: path.reversed())
        }
      }
      path.append(next)
      next = parent
    }
    return nil
  }
}
