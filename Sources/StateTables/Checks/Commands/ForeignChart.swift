/// A part of a chart that cannot be said in the other format.
package enum RefusedPart: Check {
  package static let rule = Rule("exchange/refused", .error)
}

/// A part of a chart that changes nothing and is left out.
package enum DroppedPart: Check {
  package static let rule = Rule("exchange/dropped", .note)
}

/// A name that is another one in the other format.
package enum RenamedPart: Check {
  package static let rule = Rule("exchange/renamed", .note)
}

/// Something that is said in another way in the other format.
package enum ChangedPart: Check {
  package static let rule = Rule("exchange/changed", .note)
}

/// A text that is no XML.
package enum XMLSyntax: Check {
  package static let rule = Rule("xml/syntax", .error)
}

/// An XML text beyond the limits of depth and size.
package enum XMLLimit: Check {
  package static let rule = Rule("xml/limit", .error)
}
