import Drummer
import Foundation
import GhostnoteTesting
import Testing

@Suite struct ModelFileTests {
  @Test(.enabled(if: SharedFiles.goldenModel != nil))
  func `the reference's file loads unchanged`() throws {
    let model = try DrummerModel(path: #require(SharedFiles.goldenModel))
    #expect(model.weights.count == 766_823)
    #expect(model.design == DrummerDesign())
    #expect(model.card.others["design"] == "b2")
  }

  @Test(arguments: Safetensors.Kind.allCases)
  func `writing and reading a file gives the same tensors`(kind: Safetensors.Kind) throws {
    // Numbers that all kinds represent exactly.
    let file = Safetensors(
      tensors: [
        "b": .init(shape: [2, 3], values: [0, 1, -2, 0.5, -0.25, 96]),
        "a": .init(shape: [1], values: [1]),
      ], metadata: ["words": "a \"quoted\" one"])
    #expect(try Safetensors(bytes: file.bytes(as: kind)) == file)
  }

  @Test func `every truncated file is refused`() throws {
    let bytes = Safetensors(tensors: ["a": .init(shape: [4], values: [1, 2, 3, 4])]).bytes()
    for length in 0..<bytes.count {
      #expect(throws: SafetensorsError.self) { try Safetensors(bytes: bytes.prefix(length)) }
    }
  }

  /// A file with this header and `count` numbers.
  private func file(_ header: String, numbers count: Int) -> Data {
    let text = Data(header.utf8)
    let length = (0..<8).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) }
    return Data(length) + text + Data(count: 4 * count)
  }

  private func row(_ name: String, _ first: Int, _ end: Int) -> String {
    #""\#(name)":{"dtype":"F32","shape":[\#((end - first) / 4)],"data_offsets":[\#(first),\#(end)]}"#
  }

  @Test func `tensors may be adjacent, in any order, and with gaps`() throws {
    let sound = file("{\(row("a", 12, 20)),\(row("b", 0, 8)),\(row("c", 8, 8))}", numbers: 5)
    #expect(
      try Safetensors(bytes: sound).tensors.mapValues(\.shape) == ["a": [2], "b": [2], "c": [0]])
  }

  @Test(arguments: [(0, 8, "b", "a"), (4, 12, "b", "a"), (12, 20, "a", "b"), (8, 12, "a", "b")])
  func `overlapping tensors are refused`(
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

  /// The error for a small model's file after `change`.
  private func refusal(_ change: (inout Safetensors) -> Void) -> ModelError? {
    var file = DrummerModel.random().safetensors
    change(&file)
    let changed = file
    return #expect(throws: ModelError.self) { try DrummerModel(changed, path: "x") }
  }

  @Test(arguments: [[], [.velocity], [.offset], [.offset, .velocity]] as [Set<Attribute>])
  func `writing and reading a model gives the same model`(headsWithPositionHistory: Set<Attribute>)
    throws
  {
    let model = DrummerModel.random(
      barsRecalled: [1, 2, 4, 8], phraseBars: 8, headsWithPositionHistory: headsWithPositionHistory)
    let again = try DrummerModel(Safetensors(bytes: model.safetensors.bytes()), path: "x")
    #expect(again.weights == model.weights && again.design == model.design)
    #expect(again.card.styles == model.card.styles)
  }

  @Test(arguments: ["off", "vel"], [0, 4, 8])
  func `one of a head's nine tensors of position history is not enough`(head: String, number: Int) {
    var file = DrummerModel.random(headsWithPositionHistory: [.offset, .velocity]).safetensors
    for other in 0..<9 where other != number {
      file.tensors["h.\(head).slot.\(other).weight"] = nil
    }
    let changed = file
    let missing = "h.\(head).slot.\(number == 0 ? 1 : 0).weight"
    #expect(throws: ModelError.missing(path: "x", tensor: missing)) {
      try DrummerModel(changed, path: "x")
    }
  }

  @Test func `sizes that contradict other tensors are refused before memory is allocated`() {
    // These sizes would need a layout of 70 million numbers.
    let hidden = Safetensors.Tensor(shape: [1, 2048], values: Array(repeating: 0, count: 2048))
    let error = refusal {
      $0.tensors["lstm.weight_hh_l0"] = hidden
      $0.tensors["lstm.weight_ih_l0"] = hidden
    }
    #expect(
      error
        == .shape(path: "x", tensor: "bar.weight", found: [4, 12], expected: [4, 2048]))
  }

  @Test(arguments: [
    ("lstm.weight_hh_l0", [1, 2049], [8192, 2048]), ("bar.weight", [1025, 1], [1024, 2048]),
    ("cond.style.weight", [1025, 1], [1024, 2048]), ("h.ds.u.weight", [0, 1], [2048, 2048]),
    ("lstm.weight_ih_l0", [7], [8192, 2048]),
  ])
  func `sizes out of range are refused`(tensor: String, shape: [Int], limits: [Int]) {
    let values = [Float](repeating: 0, count: shape.reduce(1, *))
    let error = refusal { $0.tensors[tensor] = .init(shape: shape, values: values) }
    #expect(error == .size(path: "x", tensor: tensor, found: shape, limits: limits))
  }

  @Test(arguments: [Float.nan, .infinity, 65_505, -1e5])
  func `a weight too large for 16 bits is refused with its tensor's name`(weight: Float) {
    for tensor in ["lstm.weight_hh_l0", "h.vel.u.weight"] {
      let error = refusal { $0.tensors[tensor]?.values[3] = weight }
      #expect(
        error
          == (weight.isFinite
            ? .tooLarge(path: "x", tensor: tensor) : .notFinite(path: "x", tensor: tensor)))
    }
  }

  @Test func `the largest 16-bit weight is accepted`() throws {
    var file = DrummerModel.random().safetensors
    file.tensors["lstm.weight_hh_l0"]?.values[3] = -65_504
    #expect(try DrummerModel(file, path: "x").weights.contains(-65_504))
  }

  @Test(arguments: [
    ["rock", "funk"], ["rock, slow", "funk"], ["[live]"], ["a \"quoted\" one", "x/y, z"],
  ])
  func `styles with any names survive writing and reading`(styles: [String]) throws {
    var design = DrummerDesign()
    design.styleCount = styles.count
    var card = ModelCard()
    card.styles = styles
    let weights = [Float](repeating: 0, count: TensorLayout(design).count)
    let model = DrummerModel(design: design, weights: weights, card: card)
    let again = try DrummerModel(
      Safetensors(bytes: model.safetensors.bytes(as: .bf16)), path: "x")
    #expect(again.styles == styles)
  }

  @Test func `a header longer than the limit is refused before it is read`() {
    let words =
      #"{"__metadata__":{"a":"\#(String(repeating: "x", count: Safetensors.headerLimit))"}}"#
    #expect(
      throws: SafetensorsError.longHeader(UInt64(words.utf8.count), most: Safetensors.headerLimit)
    ) { try Safetensors(bytes: file(words, numbers: 0)) }
  }

  @Test func `a pipe or device is refused without waiting for it`() throws {
    let pipe = NSTemporaryDirectory() + "ghostnote-\(UUID().uuidString).safetensors"
    try #require(unsafe mkfifo(pipe, 0o600) == 0)
    defer { unsafe unlink(pipe) }
    let other = "a device or a pipe, not a file"
    let files = [
      (pipe, other), ("/dev/zero", other), (NSTemporaryDirectory(), "a folder, not a file"),
    ]
    for (path, reason) in files {
      #expect(throws: ModelError.unreadable(path: path, reason: reason)) {
        try DrummerModel(path: path)
      }
    }
  }
}
