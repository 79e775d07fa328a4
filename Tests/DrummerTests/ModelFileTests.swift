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
}
