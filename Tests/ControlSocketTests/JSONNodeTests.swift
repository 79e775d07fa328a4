import ControlSocket
import GhostnoteTesting
import Testing

/// JSON as a tree, and its differences.
@Suite struct JSONNodeTests {
  private func node(_ text: String) throws -> JSONNode { try #require(JSONNode(parsing: text)) }

  @Test(arguments: [
    #"{"a":[1,2.5,-3e10,true,false,null,"x"],"b":{"c":{}}}"#, "[]", "0", #""\"\\\n\u0007é""#,
    #"{"":"","é/~":[[[]]]}"#,
  ])
  func `a value is written as it was read`(text: String) throws {
    #expect(try node(text).text == text)
  }

  @Test func `escapes are read, and surrogate pairs are one scalar`() throws {
    #expect(try node(#""\u00e9\ud834\udd1e\/""#) == .string("é𝄞/"))
  }

  @Test(arguments: [
    "", "{", "[1,]", #"{"a" 1}"#, "nul", "1 2", #""\q""#, #""\ud834""#, "\"\u{1}\"", "--1", "[1",
    String(repeating: "[", count: 100_000),
  ])
  func `what is not JSON is read as nil`(text: String) {
    #expect(JSONNode(parsing: text) == nil)
  }

  @Test func `differences name what changed and nothing else`() throws {
    let before = try node(#"{"tempo":96,"lanes":[{"steps":"x..."},{"steps":"...."}],"old":1}"#)
    let after = try node(#"{"tempo":97,"lanes":[{"steps":"x..."},{"steps":"..x."}],"new/~":[]}"#)
    let differences = before.differences(to: after)
    #expect(
      differences.map(\.text) == [
        #"{"op":"replace","path":"/lanes/1/steps","value":"..x."}"#,
        #"{"op":"add","path":"/new~1~0","value":[]}"#,
        #"{"op":"remove","path":"/old"}"#,
        #"{"op":"replace","path":"/tempo","value":97}"#,
      ])
    #expect(before.patched(by: differences) == after)
  }

  @Test func `differences lead from any tree to any other`() {
    var chance = SplitMix64(seed: 11)
    for _ in 0..<500 {
      let (before, after) = (Self.random(&chance, 3), Self.random(&chance, 3))
      let differences = before.differences(to: after)
      #expect(differences.isEmpty == (before == after))
      #expect(before.patched(by: differences) == after)
      #expect(JSONNode(parsing: after.text) == after)
    }
  }

  private static func random(_ chance: inout SplitMix64, _ depth: Int) -> JSONNode {
    switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &chance) {
    case 0: return .null
    case 1: return .bool(.random(using: &chance))
    case 2, 3: return .integer(Int.random(in: 0...3, using: &chance))
    case 4: return .string(["", "a", "~/", "\n\"é"].randomElement(using: &chance) ?? "")
    case 5:
      return .array(
        (0..<Int.random(in: 0...3, using: &chance)).map { _ in random(&chance, depth - 1) })
    default:
      let keys = ["a", "b", "~1", "/", ""].filter { _ in Bool.random(using: &chance) }
      return .object(
        Dictionary(uniqueKeysWithValues: keys.map { ($0, random(&chance, depth - 1)) }))
    }
  }
}
