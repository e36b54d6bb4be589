/// How often recorded sessions came to a row of the reducer.
package struct RowTraffic: Sendable, Equatable {
  /// How often the row ran; for a transition, how often it was taken.
  package var count: Int
  /// How often its guard denied an event.
  package var denied: Int
  /// Whether the row also belongs to other states, whose counts are included.
  package var includesOthers: Bool

  package init(count: Int, denied: Int = 0, includesOthers: Bool = false) {
    self.count = count
    self.denied = denied
    self.includesOthers = includesOthers
  }

  /// The counts in a label, such as `1,204 times, denied 31`.
  package var text: String { line.map(\.text).joined() }

  /// The text as a line of a label.
  package var line: TextLine {
    let times = count == 0 ? "never" : count == 1 ? "once" : "\(grouped(count)) times"
    let all = Span(times + (includesOthers && count > 0 ? " in all" : ""), .muted)
    guard denied > 0 else { return [all] }
    return [all, Span(", ", .muted), Span("denied \(grouped(denied))", .command)]
  }
}

/// A number with commas between its thousands.
package func grouped(_ number: Int) -> String {
  let digits = Array(String(number))
  var text = ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
    text.append(digit)
  }
  return text
}

/// The width of a transition's line, by its share of the transition that was taken most often.
package enum LineWidth: String, Sendable, CaseIterable {
  /// Less than 1 %, or no traffic is shown.
  case usual
  case w2, w3, w4, w5

  /// The width of a transition that was taken `count` times.
  package init(count: Double, most: Double) {
    let share = most > 0 ? count / most : 0
    self = LineWidth.allCases.last { share >= $0.leastShare } ?? .usual
  }

  /// The smallest share that has this width.
  private var leastShare: Double {
    switch self {
    case .usual: 0
    case .w2: 0.01
    case .w3: 0.05
    case .w4: 0.2
    case .w5: 0.5
    }
  }

  /// The width in CSS px.
  package var width: Double {
    switch self {
    case .usual: 1.3
    case .w2: 2
    case .w3: 3
    case .w4: 4.2
    case .w5: 5.6
    }
  }

  /// How much larger the arrow head is.
  package var headScale: Double {
    switch self {
    case .usual: 1
    case .w2: 1.15
    case .w3: 1.35
    case .w4: 1.7
    case .w5: 2.1
    }
  }

  /// The CSS class of a transition; nil for the usual width.
  package var styleClass: String? { self == .usual ? nil : rawValue }

  /// The meaning of the widths in the legend of a picture.
  package static let legend = "the wider a line, the more often taken"
}
