import ControlSocket
import Testing

/// What is written is JSON that anybody reads, and what is read is nothing else.
@Suite struct JSONNodeWritingTests {
  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (1, "1"), (-3, "-3"), (0.5, "0.5"), (1.0 / 3, "0.333333"),
    (2.0 / 3, "0.666667"), (0.000_000_4, "0"), (-0.000_000_6, "-1e-06"), (119.999_999_99, "120"),
    (1e15, "1000000000000000.0"), (.infinity, "null"), (-.infinity, "null"), (.nan, "null"),
    (1e305, "1e+305"),
  ])
  func `a number is written to six decimals, and what is not a number as null`(
    value: Double, text: String
  ) {
    #expect(JSONNode.rounded(value).text == text)
  }

  @Test func `to fewer decimals it is rounded, not cut`() {
    #expect(JSONNode.rounded(2.675_1, 2).text == "2.68")
    #expect(JSONNode.rounded(-1.96, 1).text == "-2")
    #expect(JSONNode.rounded(0.5, 0).text == "1")
    #expect(JSONNode.integer(UInt64.max).text == "18446744073709551615")
  }

  @Test(arguments: [
    "1", "-1", "0", "-0", "0.5", "10", "1e5", "1E-5", "1.25e+10", "120.000",
  ])
  func `a number of JSON is kept as it is written`(text: String) {
    #expect(JSONNode(parsing: text) == .number(text))
    #expect(JSONNode(parsing: " [\(text) ] ")?.text == "[\(text)]")
  }

  @Test(arguments: [
    "+1", ".5", "5.", "01", "-01", "00", "1e", "1e+", "-", "-.5", "1.e5", "0x10", "1.2.3", "1e5.5",
    "nan", "inf", "1e999", "e5",
  ])
  func `a number that others would not read is none`(text: String) {
    #expect(JSONNode(parsing: text) == nil)
    #expect(JSONNode(parsing: #"{"a":\#(text)}"#) == nil)
  }

  @Test(arguments: [
    ("\u{1}", #""\u0001""#), ("\u{7F}", #""\u007f""#), ("\u{85}", #""\u0085""#),
    ("\u{202E}", #""\u202e""#), ("\u{200B}", #""\u200b""#), ("\u{FEFF}", #""\ufeff""#),
    ("\u{61C}", #""\u061c""#), ("é𝄞\u{301}", "\"é𝄞\u{301}\""), ("\t\n\r", #""\t\n\u000d""#),
    (#"a"b\c/"#, #""a\"b\\c/""#),
  ])
  func `what a terminal would obey is written as its number, and read back`(
    plain: String, text: String
  ) {
    #expect(JSONNode.string(plain).text == text)
    #expect(JSONNode(parsing: text) == .string(plain))
    let object = JSONNode.object([plain: .null])
    #expect(JSONNode(parsing: object.text) == object)
  }

  @Test func `values are nested as deep as 64, and no deeper`() {
    let nested = { (depth: Int) in
      JSONNode(parsing: String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
    }
    #expect(nested(64) != nil)
    #expect(nested(65) == nil)
    let objects = String(repeating: #"{"a":"#, count: 63) + "1" + String(repeating: "}", count: 63)
    #expect(JSONNode(parsing: objects)?.text == objects)
  }

  @Test func `of a key that is there twice the later value counts`() {
    #expect(JSONNode(parsing: #"{"a":1,"b":2,"a":3}"#)?.text == #"{"a":3,"b":2}"#)
  }

  @Test(arguments: [
    #"{"op":"replace","path":"/lanes/2","value":0}"#,
    #"{"op":"replace","path":"/lanes/x","value":0}"#,
    #"{"op":"replace","path":"/lanes/-1","value":0}"#,
    #"{"op":"remove","path":"/lanes/0"}"#,
    #"{"op":"add","path":"/tempo/deep","value":0}"#,
    #"{"op":"add","path":"/none/deep","value":0}"#,
    #"{"op":"remove","path":""}"#, #"{"path":"/tempo","value":1}"#, #"{"op":"add","value":1}"#,
    #"{"op":1,"path":"/tempo","value":1}"#, "[]", "1",
  ])
  func `a change that does not fit changes nothing`(text: String) throws {
    let node = try #require(JSONNode(parsing: #"{"lanes":[1,2],"tempo":96}"#))
    let operation = try #require(JSONNode(parsing: text))
    #expect(node.patched(by: [operation]) == nil)
  }

  @Test func `changes are carried out one after the other, the whole value among them`() throws {
    let node = try #require(JSONNode(parsing: #"{"a":[1,{"b":2}]}"#))
    let operations = try [
      #"{"op":"replace","path":"/a/1/b","value":3}"#, #"{"op":"add","path":"/c~1~0","value":[]}"#,
      #"{"op":"replace","path":"/a/0","value":null}"#,
    ].map { try #require(JSONNode(parsing: $0)) }
    #expect(node.patched(by: operations)?.text == #"{"a":[null,{"b":3}],"c/~":[]}"#)
    let whole = try #require(JSONNode(parsing: #"{"op":"replace","path":"","value":7}"#))
    #expect(node.patched(by: operations + [whole])?.text == "7")
  }
}
