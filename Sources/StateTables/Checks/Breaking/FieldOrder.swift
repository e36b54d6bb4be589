/// What an event carries stands in another order.
package enum FieldOrder: Check {
  package static let rule = Rule("breaking/field-order", .error)
}
