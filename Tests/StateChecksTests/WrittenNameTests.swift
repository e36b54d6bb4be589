import StateLinking
import StateModel
import Testing

@testable import StateChecks

/// Texts that have more than a name.
@Suite struct `A text where a name is needed` {
  private func read(_ text: String, _ kind: NameKind = .state) -> WrittenName? {
    WrittenName(text, kind, known: ["cart", "failed", "done"]) { $0 == "failed" ? ["reason"] : [] }
  }

  @Test(arguments: [
    ("checkout.cart", "cart"), ("#cart", nil), ("checkout/cart", "cart"), ("cart()", "cart"),
    ("basket", nil),
  ]) func `holds the name that is meant`(text: String, name: String?) {
    #expect(read(text)?.name == name)
    #expect(read(text)?.advice == nil)
  }

  @Test(arguments: [
    ("cart, failed", Diagnostic.Advice.list(["cart", "failed"])),
    ("cart || done", .list(["cart", "done"])),
    ("!cart", .text("a row cannot exclude a state; write \"if\": \"!isIn('cart')\"")),
    ("*", .text("leave `in` out: the row then works in every state")),
    ("x > 1 ? cart : done", .text("only a name fits here; write two rows, the first with `if`")),
    ("failed(event.reason)", .write("{ \"failed\": { \"reason\": \"event.reason\" } }")),
  ]) func `has advice`(text: String, advice: Diagnostic.Advice) {
    #expect(read(text)?.advice == advice)
  }

  @Test(arguments: [
    ("wait 5", "{ \"wait\": 5 }"), ("wait(0.4)", "{ \"wait\": 0.4 }"),
    ("sleep 5s", "{ \"wait\": \"5s\" }"), ("snapshot", "{ \"snapshot\": true }"),
    ("3 x ticked", "{ \"times\": 3, \"event\": \"ticked\" }"), ("ticked", nil), ("waited", nil),
  ]) func `means a step of a spec`(text: String, step: String?) {
    #expect(SpecStep.meant(by: text, events: ["ticked"]) == step)
  }
}
