/// A chart of another format, in the examples of what is said when it is translated.
extension Example {
  fileprivate static func door(_ inside: String, id: String = "closed") -> Example {
    Example(
      """
      <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" initial="\(id)">
        \(inside)
        <state id="open"><transition event="shut" target="\(id)"/></state>
      </scxml>

      """, name: "Door.scxml")
  }

  fileprivate static let plainDoor = door(
    "<state id=\"closed\"><transition event=\"pushed\" target=\"open\"/></state>")
}

/// A part of a chart that cannot be said in the other format.
package enum RefusedPart: Check {
  package static let rule = Rule(
    "exchange/refused", .error,
    reason: """
      What has no counterpart is never left out in silence: a chart without it would be another \
      one.
      """,
    fix: "Say it in another way, or translate the rest with `--partial` and mend it there.",
    says: "`<invoke>` has no counterpart: a definition starts no other",
    bad: .door(
      """
      <state id="closed">⟦<invoke src="bell.scxml"/>⟧
          <transition event="pushed" target="open"/></state>
      """),
    good: .plainDoor)
}

/// A part of a chart that changes nothing and is left out.
package enum DroppedPart: Check {
  package static let rule = Rule(
    "exchange/dropped", .note,
    reason: "What is only said for people or tools of the other format is left out, and told.",
    fix: "Say it in `about` where people should know it.",
    says: "`<log>` is left out",
    bad: .door(
      """
      <state id="closed"><onentry>⟦<log expr="'closed'"/>⟧</onentry>
          <transition event="pushed" target="open"/></state>
      """),
    good: .plainDoor)
}

/// A name that is another one in the other format.
package enum RenamedPart: Check {
  package static let rule = Rule(
    "exchange/renamed", .note,
    reason: "Names are identifiers here; what is none gets a name that is one, and it is told.",
    fix: "Name it so in the other format too.",
    says: "the state `is-closed` is called `isClosed`",
    bad: .door(
      """
      ⟦<state id="is-closed">⟧<transition event="pushed" target="open"/></state>
      """, id: "is-closed"),
    good: .plainDoor)
}

/// Something that is said in another way in the other format.
package enum ChangedPart: Check {
  package static let rule = Rule(
    "exchange/changed", .note,
    reason: "What one format says and the other cannot is said as well as it can be, and told.",
    fix: "Look at the place, and say there what is known.",
    says: "SCXML has no types: properties are `dyn`",
    bad: .door(
      """
      <datamodel>⟦<data id="count" expr="0"/>⟧</datamodel>
        <state id="closed"><transition event="pushed" target="open"/></state>
      """),
    good: .plainDoor)
}

/// A text that is no XML.
package enum XMLSyntax: Check {
  package static let rule = Rule(
    "xml/syntax", .error,
    reason: "A broken text is not guessed at. Document types are not read, for what they may load.",
    fix: "Correct the text at the place shown; leave `<!DOCTYPE …>` out.",
    says: "mismatched tag",
    bad: Example("<scxml><state></⟦s⟧cxml>\n", name: "Door.scxml"),
    good: .plainDoor)
}

/// An XML text beyond the limits of depth and size.
package enum XMLLimit: Check {
  package static let rule = Rule(
    "xml/limit", .error,
    reason: "Files are bounded, so that reading one always ends soon and never exhausts memory.",
    fix: "Split the chart.",
    says: "elements nest deeper than 64, the limit",
    bad: Example(
      String(repeating: "<a>", count: 64) + "⟦<a/>⟧" + String(repeating: "</a>", count: 64),
      name: "Door.scxml"),
    good: .plainDoor)
}
