import StateModel
import Testing

@Suite struct PointerTests {
  @Test(arguments: [
    ("", [String]()), ("/reducer/3/set/waitSeconds", ["reducer", "3", "set", "waitSeconds"]),
    ("/a~1b/m~0n", ["a/b", "m~n"]), ("/~01", ["~1"]), ("/", [""]), ("//x", ["", "x"]),
  ])
  func `steps are unescaped and escaped again`(text: String, steps: [String]) throws {
    let pointer = try #require(Pointer(text))
    #expect(pointer.steps == steps)
    #expect(Pointer(steps) == pointer)
    #expect(pointer.description == text)
  }

  @Test(arguments: ["a", "a/b", "/~", "/~2", "/a~/b"])
  func `what is no pointer is refused`(text: String) {
    #expect(Pointer(text) == nil)
  }

  @Test func `members and elements lead down, the parent up`() {
    let pointer = Pointer.root["set"]["a/b"][2]
    #expect(pointer.text == "/set/a~1b/2")
    #expect(pointer.parent?.text == "/set/a~1b")
    #expect(Pointer.root.parent == nil)
    #expect(Pointer.root["cell"].appending("/x/0").text == "/cell/x/0")
  }

  @Test(arguments: [
    ("/a/b", "/a", true), ("/a", "/a", true), ("/ab", "/a", false), ("/a", "/a/b", false),
    ("/a", "", true),
  ])
  func `a path is within another by whole steps`(inner: String, outer: String, answer: Bool)
    throws
  {
    let path = try #require(Pointer(inner))
    #expect(try path.isWithin(#require(Pointer(outer))) == answer)
  }
}
