import Drummer
import Foundation
import GhostnoteTesting
import Testing

@Suite struct ModelFileTests {
  @Test(.enabled(if: SharedFiles.goldenModel != nil))
  func `the reference's file loads as it is`() throws {
    let model = try DrummerModel(path: #require(SharedFiles.goldenModel))
    #expect(model.weights.count == 766_823)
    #expect(model.design == DrummerDesign())
    #expect(model.card.others["design"] == "b2")
  }

  @Test(arguments: Safetensors.Kind.allCases)
  func `what is written is read again`(kind: Safetensors.Kind) throws {
    // Numbers that every kind holds exactly.
    let file = Safetensors(
      tensors: [
        "b": .init(shape: [2, 3], values: [0, 1, -2, 0.5, -0.25, 96]),
        "a": .init(shape: [1], values: [1]),
      ], metadata: ["words": "a \"quoted\" one"])
    #expect(try Safetensors(bytes: file.bytes(as: kind)) == file)
  }

  @Test func `every file that is cut short is refused`() throws {
    let bytes = Safetensors(tensors: ["a": .init(shape: [4], values: [1, 2, 3, 4])]).bytes()
    for length in 0..<bytes.count {
      #expect(throws: SafetensorsError.self) { try Safetensors(bytes: bytes.prefix(length)) }
    }
  }

  /// A file of a header, as it is written, over `count` numbers.
  private func file(_ header: String, numbers count: Int) -> Data {
    let text = Data(header.utf8)
    let length = (0..<8).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) }
    return Data(length) + text + Data(count: 4 * count)
  }

  private func row(_ name: String, _ first: Int, _ end: Int) -> String {
    #""\#(name)":{"dtype":"F32","shape":[\#((end - first) / 4)],"data_offsets":[\#(first),\#(end)]}"#
  }

  @Test func `tensors lie beside each other, in any order, and with gaps`() throws {
    let sound = file("{\(row("a", 12, 20)),\(row("b", 0, 8)),\(row("c", 8, 8))}", numbers: 5)
    #expect(
      try Safetensors(bytes: sound).tensors.mapValues(\.shape) == ["a": [2], "b": [2], "c": [0]])
  }

  @Test(arguments: [(0, 8, "b", "a"), (4, 12, "b", "a"), (12, 20, "a", "b"), (8, 12, "a", "b")])
  func `two tensors in the same bytes are refused`(
    first: Int, end: Int, one: String, other: String
  ) {
    let bytes = file("{\(row("a", 4, 16)),\(row("b", first, end))}", numbers: 5)
    #expect(throws: SafetensorsError.overlap(one, other)) { try Safetensors(bytes: bytes) }
  }

  @Test func `many names for the same bytes are refused before any is read`() {
    let rows = (0..<3000).map { row("t\($0)", 0, 1 << 20) }
    let bytes = file("{\(rows.joined(separator: ","))}", numbers: 1 << 18)
    #expect(throws: SafetensorsError.overlap("t0", "t1")) { try Safetensors(bytes: bytes) }
  }
}
