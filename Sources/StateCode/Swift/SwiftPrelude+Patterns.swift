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
      return machine.firstMatch() != nil
    }

    /// The group of the first match, none if that is empty, or the match if there is no group.
    func celExtract(_ text: String, _ pattern: Pattern) -> String? {
      var machine = PatternMachine(pattern, text)
      guard let slots = machine.firstMatch() else { return nil }
      let from = pattern.groups == 1 ? 2 : 0
      guard pattern.groups == 0 || slots[from] < slots[from + 1] else { return nil }
      return String(String.UnicodeScalarView(machine.scalars[slots[from]..<slots[from + 1]]))
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

      mutating func firstMatch() -> [Int]? {
        var found: [Int]?
        var current: [Thread] = []
        for at in 0...scalars.count {
          if found == nil {
            let slots = [at] + [Int](repeating: -1, count: pattern.groups * 2 + 1)
            if at == 0 { round += 1 }
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
