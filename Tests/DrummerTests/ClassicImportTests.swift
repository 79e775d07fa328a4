import Drummer
import Foundation
import Rhythm
import Testing

/// The files of the original script, in a temporary folder.
private final class ClassicFolder {
  let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
  var files: ClassicModel.Files {
    ClassicModel.Files(
      inputWeights: "\(path)/Wx.bin", outputWeights: "\(path)/Wy.bin", notes: "\(path)/notes.json",
      ticks: "\(path)/ticks.json", ticksPerBeat: 480)
  }

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let matrices = ClassicModel.sines.matrices
    try write("Wx.bin", matrices.inputs)
    try write("Wy.bin", matrices.answers)
    try write("notes.json", Data("[36, 38, 42]".utf8))
    try write("ticks.json", Data("[0, 60, 120, 480]".utf8))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ bytes: Data) throws {
    try bytes.write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  /// The error message of reading them, without the folder's path.
  func complaint() -> String {
    do throws(ClassicImportError) {
      _ = try ClassicModel(files)
      return "nothing"
    } catch {
      return error.description.replacingOccurrences(of: "\(path)/", with: "")
    }
  }
}

@Suite struct ClassicImportTests {
  @Test
  func `the original's files are read, with sizes derived from them, and survive our file format`()
    throws
  {
    let folder = try ClassicFolder()
    let model = try ClassicModel(folder.files)
    #expect(model == .sines)
    #expect(model.design.hiddenSize == 5)
    let path = "\(folder.path)/model.safetensors"
    try model.safetensors.bytes().write(to: URL(fileURLWithPath: path))
    guard case .classic(let again) = try ModelFile(path: path) else {
      Issue.record("the file is not marked as classic")
      return
    }
    #expect(again == model)
  }

  @Test func `the original's own sizes are accepted`() throws {
    let folder = try ClassicFolder()
    let ticks = (0..<209).map { String($0 * 20) }.joined(separator: ",")
    try folder.write("notes.json", Data("\(ClassicDesign.originalNotes)".utf8))
    try folder.write("ticks.json", Data("[\(ticks)]".utf8))
    try folder.write("Wx.bin", Data(count: 427 * 800 * 4))
    try folder.write("Wy.bin", Data(count: 201 * 226 * 4))
    let design = try ClassicModel(folder.files).design
    #expect(design.hiddenSize == 200 && design.drums.count == 17 && design.waits.count == 209)
  }

  @Test(arguments: [
    (
      "Wx.bin", Data(count: 1036),
      "Wx.bin: 259 numbers do not match Wy and the lists, which need 13 × 20 = 260"
    ),
    (
      "Wx.bin", Data(count: 1039),
      "Wx.bin: 1039 bytes are not a multiple of 4, the size of a 32-bit float"
    ),
    (
      "Wy.bin", Data(count: 164),
      "Wy.bin: 41 numbers are not a multiple of 7 (3 notes and 4 ticks); check that the lists are those it was trained with"
    ),
    (
      "Wy.bin", Data(),
      "Wy.bin: 0 numbers are not a multiple of 7 (3 notes and 4 ticks); check that the lists are those it was trained with"
    ),
    (
      "Wx.bin", Data(count: 40) + Data([0, 0, 0xC0, 0x7F]) + Data(count: 996),
      "Wx.bin: number 11 is not finite; write the matrix again from a sound checkpoint"
    ),
    (
      "notes.json", Data("[36, 38".utf8),
      "notes.json: expected a JSON list of whole numbers, such as [36, 38, 42]"
    ),
    (
      "notes.json", Data("[36, 38, 34]".utf8),
      "notes.json: expected a drum's note of 35–60, found 34"
    ),
    (
      "notes.json", Data("[36, 38, 38]".utf8),
      "notes.json: note 38 (snare) appears twice; each has one row"
    ),
    (
      "ticks.json", Data("[0, 60, 480, 60]".utf8),
      "ticks.json: tick 60 appears twice; each has one row"
    ),
    (
      "ticks.json", Data("[0, 60, 480, -1]".utf8),
      "ticks.json: expected a tick of 0–1000000, found -1"
    ),
    (
      "ticks.json", Data("[0, 60, 480]".utf8),
      "Wx.bin: 260 numbers do not match Wy and the lists, which need 13 × 24 = 312"
    ),
  ])
  func `an invalid file is reported in one sentence`(
    name: String, bytes: Data, complaint: String
  ) throws {
    let folder = try ClassicFolder()
    try folder.write(name, bytes)
    #expect(folder.complaint() == complaint)
  }

  @Test func `a missing file is named`() throws {
    let folder = try ClassicFolder()
    try FileManager.default.removeItem(atPath: folder.files.ticks)
    #expect(folder.complaint() == "ticks.json: no such file")
  }

  @Test(arguments: ["notes", "ticks", "ticksPerBeat"])
  func `a file of ours without its lists is refused`(key: String) throws {
    var file = ClassicModel.sines.safetensors
    file.metadata[key] = "36,x"
    #expect(throws: ModelError.self) { try ClassicModel(file, path: "m") }
  }

  @Test func `a file of ours with a matrix of another size or without one is refused`() throws {
    var file = ClassicModel.sines.safetensors
    file.tensors["Wx"]?.shape = [20, 13]
    #expect(
      throws: ModelError.shape(path: "m", tensor: "Wx", found: [20, 13], expected: [13, 20])
    ) { try ClassicModel(file, path: "m") }
    file.tensors["Wx"] = nil
    #expect(throws: ModelError.missing(path: "m", tensor: "Wx")) {
      try ClassicModel(file, path: "m")
    }
  }
}
