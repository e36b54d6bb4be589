import Foundation

/// The methods of a compiled class and their lengths. Source: JVM specification, chapter 4.
struct ClassFile {
  /// The name of each method and the length of its code in bytes.
  private(set) var methods: [(name: String, length: Int)] = []
  private var rest: ArraySlice<UInt8>

  /// Reads a class file; `nil` if the bytes are not one.
  init?(_ bytes: [UInt8]) {
    rest = bytes[...]
    guard number(4) == 0xCAFE_BABE else { return nil }
    skip(4)
    var texts: [Int: String] = [:]
    let count = number(2)
    var index = 1
    while index < count {
      let tag = number(1)
      switch tag {
      case 1:
        let length = number(2)
        texts[index] = String(decoding: rest.prefix(length), as: UTF8.self)
        skip(length)
      case 3, 4, 9, 10, 11, 12, 17, 18: skip(4)
      case 5, 6:
        skip(8)
        index += 1
      case 7, 8, 16, 19, 20: skip(2)
      case 15: skip(3)
      default: return nil
      }
      index += 1
    }
    skip(6)
    skip(2 * number(2))
    for _ in 0..<number(2) { readMember(texts, isMethod: false) }
    for _ in 0..<number(2) { readMember(texts, isMethod: true) }
  }

  private mutating func readMember(_ texts: [Int: String], isMethod: Bool) {
    skip(2)
    let name = texts[number(2)] ?? ""
    skip(2)
    for _ in 0..<number(2) {
      let attribute = texts[number(2)]
      let length = number(4)
      let end = rest.dropFirst(length)
      if isMethod, attribute == "Code" {
        skip(4)
        methods.append((name, number(4)))
      }
      rest = end
    }
  }

  private mutating func number(_ size: Int) -> Int {
    let value = rest.prefix(size).reduce(0) { $0 << 8 | Int($1) }
    skip(size)
    return value
  }

  private mutating func skip(_ count: Int) { rest = rest.dropFirst(count) }

  /// The classes below a folder.
  static func all(in folder: String) throws -> [(path: String, file: ClassFile)] {
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return try files.filter { $0.hasSuffix(".class") }.sorted().compactMap { path in
      let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + path))
      return ClassFile(Array(data)).map { (path, $0) }
    }
  }
}
