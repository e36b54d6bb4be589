extension SwiftPrelude {
  /// Regular expressions.
  static let patterns = #"""
    // Regular expressions: compiled when this was generated, followed here, all threads at once.

    /// A compiled regular expression.
    struct Pattern: Sendable {
      /// Where every thread begins.
      let start: Int
      /// How many groups it has.
      let groups: Int
      /// What to do (match, one, set, split, save, assertion), where to go on, and two arguments.
      let instructions: [[Int]]
      /// The code points of sets.
      let ranges: [[UInt32]]

      fileprivate func reads(_ instruction: [Int], _ scalar: UInt32) -> Bool {
        if instruction[0] == 1 { return instruction[2] == Int(scalar) }
        return ranges[instruction[2]..<(instruction[2] + instruction[3])].contains {
          $0[0] <= scalar && scalar <= $0[1]
        }
      }
    }

    func celMatches(_ text: String, _ pattern: Pattern) -> Bool {
      var machine = PatternMachine(pattern, text)
      return machine.firstMatch(from: 0) != nil
    }

    /// The group of the first match, none if that is empty, or the match if there is no group.
    func celExtract(_ text: String, _ pattern: Pattern) -> String? {
      var machine = PatternMachine(pattern, text)
      return machine.firstMatch(from: 0).flatMap { machine.part($0) }
    }

    /// The same of all matches from left to right.
    func celExtractAll(_ text: String, _ pattern: Pattern) throws(EvaluationError) -> [String] {
      var machine = PatternMachine(pattern, text)
      let parts = machine.matches(atMost: -1).compactMap { machine.part($0) }
      if parts.count > 10_000 { throw EvaluationError("size") }
      return parts
    }

    /// The first `limit` matches, all if negative, replaced; `\1` stands for a group.
    func celReplace(
      _ text: String, _ pattern: Pattern, _ template: String, _ limit: Int64 = -1
    ) throws(EvaluationError) -> String {
      var pieces: [(text: Unicode.Scalar?, group: Int)] = []
      var isEscaped = false
      for scalar in template.unicodeScalars {
        if scalar == "\\", !isEscaped {
          isEscaped = true
        } else if !isEscaped || scalar == "\\" {
          pieces.append((scalar, 0))
          isEscaped = false
        } else {
          let group = Int(scalar.value) - 0x30
          guard (0...pattern.groups).contains(group) else { throw EvaluationError("argument") }
          pieces.append((nil, group))
          isEscaped = false
        }
      }
      if isEscaped { throw EvaluationError("argument") }
      var machine = PatternMachine(pattern, text)
      var result = String.UnicodeScalarView()
      var rest = 0
      for slots in machine.matches(atMost: limit) {
        result += machine.scalars[rest..<slots[0]]
        for piece in pieces {
          let (start, end) = (slots[piece.group * 2], slots[piece.group * 2 + 1])
          if let text = piece.text {
            result.append(text)
          } else if start >= 0, end >= start {
            result += machine.scalars[start..<end]
          }
        }
        rest = slots[1]
      }
      result += machine.scalars[rest...]
      let replaced = String(result)
      if replaced.utf8.count > 1 << 20 { throw EvaluationError("size") }
      return replaced
    }

    private struct PatternMachine {
      struct Thread {
        let place: Int
        let slots: [Int]
      }

      let pattern: Pattern
      let scalars: [Unicode.Scalar]
      private var rounds: [Int]
      private var round = 0

      init(_ pattern: Pattern, _ text: String) {
        self.pattern = pattern
        scalars = Array(text.unicodeScalars)
        rounds = [Int](repeating: 0, count: pattern.instructions.count)
      }

      /// The match, or its group if there is one; none if the group is empty.
      func part(_ slots: [Int]) -> String? {
        let from = pattern.groups == 1 ? 2 : 0
        guard pattern.groups == 0 || slots[from] < slots[from + 1] else { return nil }
        return String(String.UnicodeScalarView(scalars[slots[from]..<slots[from + 1]]))
      }

      /// Matches that do not overlap; an empty one right behind another is none.
      mutating func matches(atMost limit: Int64) -> [[Int]] {
        var found: [[Int]] = []
        var at = 0
        while at <= scalars.count, limit < 0 || found.count < limit,
          let slots = firstMatch(from: at)
        {
          if slots[1] > slots[0] || slots[0] != found.last?[1] { found.append(slots) }
          at = slots[1] > slots[0] ? slots[1] : slots[1] + 1
        }
        return found
      }

      mutating func firstMatch(from first: Int) -> [Int]? {
        var found: [Int]?
        var current: [Thread] = []
        for at in first...scalars.count {
          if found == nil {
            let slots = [at] + [Int](repeating: -1, count: pattern.groups * 2 + 1)
            if at == first { round += 1 }
            follow(pattern.start, at, slots, &current)
          }
          if current.isEmpty, found != nil { break }
          var following: [Thread] = []
          round += 1
          for thread in current {
            let instruction = pattern.instructions[thread.place]
            if instruction[0] == 0 {
              var slots = thread.slots
              slots[1] = at
              found = slots
              break
            }
            if at < scalars.count, pattern.reads(instruction, scalars[at].value) {
              follow(instruction[1], at + 1, thread.slots, &following)
            }
          }
          current = following
        }
        return found
      }

      /// Enters a thread and all that it splits into before it reads on.
      private mutating func follow(
        _ start: Int, _ at: Int, _ slots: [Int], _ threads: inout [Thread]
      ) {
        var pending = [(place: start, slots: slots)]
        while var (place, slots) = pending.popLast() {
          while rounds[place] != round {
            rounds[place] = round
            let instruction = pattern.instructions[place]
            switch instruction[0] {
            case 3: pending.append((instruction[2], slots))
            case 4: if instruction[2] < slots.count { slots[instruction[2]] = at }
            case 5: if !holds(instruction[2], at) { continue }
            default:
              threads.append(Thread(place: place, slots: slots))
              continue
            }
            place = instruction[1]
          }
        }
      }

      /// Whether an assertion holds at a place.
      private func holds(_ assertion: Int, _ at: Int) -> Bool {
        let previous = at > 0 ? scalars[at - 1] : nil
        let next = at < scalars.count ? scalars[at] : nil
        switch assertion {
        case 0: return previous == nil
        case 1: return next == nil
        case 2: return previous == nil || previous == "\n"
        case 3: return next == nil || next == "\n"
        case 4: return isWord(previous) != isWord(next)
        default: return isWord(previous) == isWord(next)
        }
      }

      private func isWord(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return false }
        return scalar.isASCII
          && (scalar.properties.isAlphabetic || scalar == "_" || scalar.properties.numericType != nil)
      }
    }
    """#
}
