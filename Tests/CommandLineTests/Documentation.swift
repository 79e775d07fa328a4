import Commands
import Foundation
import GhostnoteTesting
import Testing

/// A page of the documentation, and what it asks a reader to type.
struct DocumentationPage: Sendable, CustomTestStringConvertible {
  /// The path below the source tree.
  let name: String
  /// The code blocks between lines of three backticks, with the word that follows the first ones.
  let blocks: [Block]
  /// What stands between backticks in the first column of tables headed `command`.
  let tabledCommands: [String]

  struct Block: Sendable {
    /// `sh`, `sh running` (until Ctrl-C), `sh midi` (in a session with devices), `control`, `control midi`,
    /// `pattern`, `json`, or empty.
    let kind: String
    let lines: [String]
  }

  var testDescription: String { name }

  /// The README and everything in `docs`.
  static let all: [DocumentationPage] = {
    let root = GhostnoteProgram.root
    let folder = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/docs")) ?? []
    let guides = folder.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
    return (["README.md", "CONTRIBUTING.md"] + guides).compactMap(DocumentationPage.init)
  }()

  init?(name: String) {
    guard
      let text = try? String(contentsOfFile: "\(GhostnoteProgram.root)/\(name)", encoding: .utf8)
    else { return nil }
    self.name = name
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    blocks = Self.blocks(lines)
    tabledCommands = Self.tabledCommands(lines)
  }

  /// The lines of all blocks of a kind, without empty ones.
  func lines(of kind: String) -> [String] {
    blocks.filter { $0.kind == kind }.flatMap(\.lines).filter { !$0.isEmpty }
  }

  /// The command lines that begin with `ghostnote`.
  var shellLines: [String] { lines(of: "sh").filter { $0.hasPrefix("ghostnote ") } }

  private static func blocks(_ lines: [String]) -> [Block] {
    var found: [Block] = []
    var open: (kind: String, lines: [String])?
    for line in lines {
      if line.hasPrefix("```") {
        if let block = open {
          found.append(Block(kind: block.kind, lines: block.lines))
          open = nil
        } else {
          open = (String(line.dropFirst(3)), [])
        }
      } else {
        open?.lines.append(line)
      }
    }
    return found
  }

  private static func tabledCommands(_ lines: [String]) -> [String] {
    var found: [String] = []
    var isInTable = false
    for line in lines {
      guard line.hasPrefix("|") else {
        isInTable = false
        continue
      }
      let cell = line.dropFirst().prefix { $0 != "|" }
      if cell.trimmingCharacters(in: .whitespaces) == "command" { isInTable = true }
      guard isInTable else { continue }
      let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
      found += parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
    return found
  }
}

/// A folder with every file that the documentation's examples name.
struct DocumentationFixture {
  let place: Workplace

  init() throws {
    place = try Workplace()
    _ = try place.write("asound.conf", "")
    _ = try place.write("script", "tempo 100\nplay\n")
    let factory = try GhostnoteProgram.run("patch", "show", "song", "--json")
    _ = try place.write("my.json", factory.output)
    try render("rock", to: "take.mid")
    let take = try place.read("take.mid")
    for name in ["stiff.mid", "song.mid", "groove.mid"] { _ = try place.write(name, take) }
    try writeSamples()
    try writeCorpora(take)
    let song = try Data(
      contentsOf: URL(
        fileURLWithPath: "\(GhostnoteProgram.root)/Benchmarks/Quality/hydrogen/everything.h2song"))
    _ = try place.write("demo.h2song", Array(song))
    try writeClassicMatrices()
    try link("Models")
  }

  /// The environment of a user without sound devices: no JACK server, no card, files kept in the folder.
  var environment: [(name: String, value: String)] {
    let programs = (GhostnoteProgram.path as NSString).deletingLastPathComponent
    return [
      ("PATH", "\(programs):/usr/bin:/bin"), ("ALSA_CONFIG_PATH", "\(place.path)/asound.conf"),
      ("JACK_DEFAULT_SERVER", "none-\(UUID().uuidString)"), ("JACK_NO_START_SERVER", "1"),
      ("XDG_DATA_HOME", "\(place.path)/data"), ("XDG_STATE_HOME", "\(place.path)/state"),
      ("XDG_RUNTIME_DIR", place.path), ("XDG_CONFIG_HOME", "\(place.path)/config"),
    ]
  }

  /// Runs a line as the shell would, in this folder; its standard input stays open.
  func start(_ line: String) throws -> Spawned {
    try Spawned("/bin/sh", ["-c", "cd '\(place.path)' && exec \(line)"], environment: environment)
  }

  private func render(_ patch: String, to name: String) throws {
    _ = try GhostnoteProgram.run("render", patch, "--bars", "4", "-o", "\(place.path)/\(name)")
  }

  private func link(_ name: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(place.path)/\(name)", withDestinationPath: "\(GhostnoteProgram.root)/\(name)")
  }

  /// Samples, a map of them, and a drum kit of Hydrogen as folder and archive.
  private func writeSamples() throws {
    let data = (0..<2_000).flatMap { frame in
      let value = Int16(16_000 * sin(Double(frame) / 9) * exp(-Double(frame) / 400))
      return [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
    // 16 bits, one channel, 44.1 kHz.
    let format: [UInt8] = [
      16, 0, 0, 0, 1, 0, 1, 0, 0x44, 0xAC, 0, 0, 0x88, 0x58, 1, 0, 2, 0, 16, 0,
    ]
    func size(_ count: Int) -> [UInt8] {
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: count >> $0) }
    }
    let wav =
      Array("RIFF".utf8) + size(36 + data.count) + Array("WAVEfmt ".utf8) + format
      + Array("data".utf8) + size(data.count) + data
    for name in ["samples/kick_1.wav", "samples/snare.wav", "kit/kick.wav"] { try write(name, wav) }
    try write("map.json", Array("{\"drums\": {\"kick\": [\"kick_1.wav\"]}}".utf8))
    let kit = """
      <drumkit_info><name>My-Kit</name><instrumentList><instrument><name>Kick</name>
      <filename>kick.wav</filename></instrument></instrumentList></drumkit_info>
      """
    try write("kit/drumkit.xml", Array(kit.utf8))
    let tar = try Spawned(
      "/bin/sh", ["-c", "cd '\(place.path)' && exec tar czf My-Kit.h2drumkit kit"],
      environment: [("PATH", "/usr/bin:/bin")])
    #expect(tar.finish(within: 60).status == 0)
  }

  /// `groove`, laid out as the Groove MIDI Dataset, and `takes`, folders of files.
  private func writeCorpora(_ take: [UInt8]) throws {
    let pieces = (0..<6).map { "drummer1/session1/\($0)" } + ["drummer1/session1/145"]
    let columns = [
      "drummer", "session", "id", "style", "bpm", "beat_type", "time_signature", "midi_filename",
      "audio_filename", "duration", "split",
    ]
    var table = columns.joined(separator: ",") + "\n"
    for (index, piece) in pieces.enumerated() {
      let split = index.isMultiple(of: 3) ? "validation" : "train"
      try write("groove/\(piece).mid", take)
      table += "drummer1,session1,\(piece),rock,116,beat,4-4,\(piece).mid,,8.0,\(split)\n"
    }
    try write("groove/info.csv", Array(table.utf8))
    for index in 0..<20 { try write("takes/Rock/\(index).mid", take) }
  }

  /// The matrices of a model of 2017 with 3 notes, 4 ticks and 5 cells.
  private func writeClassicMatrices() throws {
    func sines(_ count: Int) -> [UInt8] {
      (0..<count).flatMap { index in
        let bits = Float(sin(0.7 * Double(index))).bitPattern
        return [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: bits >> $0) }
      }
    }
    try write("Wx.bin", sines(13 * 20))
    try write("Wy.bin", sines(6 * 7))
    try write("notes.json", Array("[36, 38, 42]".utf8))
    try write("ticks.json", Array("[0, 60, 120, 480]".utf8))
  }

  private func write(_ name: String, _ bytes: [UInt8]) throws {
    let file = URL(fileURLWithPath: "\(place.path)/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }
}
