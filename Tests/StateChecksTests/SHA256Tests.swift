import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `the standard's examples have their hashes`(text: String, hash: String) {
    #expect(SHA256.hexadecimal(of: text) == hash)
  }

  @Test func `a million letters hash as in the standard`() {
    var hash = SHA256()
    hash.update([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
    #expect(
      SHA256.hexadecimal(hash.finalize())
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test(arguments: [55, 56, 57, 63, 64, 65])
  func `pieces hash like the whole around the block's edge`(count: Int) {
    let bytes = [UInt8](repeating: 7, count: count)
    var whole = SHA256()
    whole.update(bytes)
    var pieces = SHA256()
    for byte in bytes { pieces.update([byte]) }
    #expect(whole.finalize() == pieces.finalize())
  }
}
