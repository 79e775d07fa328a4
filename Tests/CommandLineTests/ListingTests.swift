import Commands
import FluidSynthesizer
import Foundation
import GhostnoteTesting
import Rhythm
import Testing

extension CommandLineTests {
  private func parsed(_ arguments: String...) throws -> Any {
    let program = try GhostnoteProgram.start(arguments)
    let outcome = program.finish()
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
  }

  @Test func `patch show draws the grid, a line a lane`() throws {
    let place = try Workplace()
    let patch = try place.patch(
      "drawn.json", tempo: 101.5, ["kick": "X...x...o......x", "closedhat": "x.x.x.x.x.x.x.x."])
    let outcome = try GhostnoteProgram.run("patch", "show", patch)
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.first?.contains("drawn  101.5 bpm  16 steps") == true)
    #expect(
      Array(lines.dropFirst()) == [
        "            1    2    3    4",
        "kick        X...|x...|o...|...x",
        "closedhat   x.x.|x.x.|x.x.|x.x.",
        "grid: 16/4",
        "kick:      X... x... o... ...x",
        "closedhat: x.x. x.x. x.x. x.x.",
      ])
  }

  @Test func `patch show writes the patterns as text that paste reads`() throws {
    let outcome = try GhostnoteProgram.run("patch", "show", "rock", "--text")
    #expect(outcome.status == 0)
    let pattern = try PatternNotation.pattern(outcome.output)
    #expect(PatternNotation.text(pattern) + "\n" == outcome.output)
    #expect(pattern.lane(of: .kick)?.steps.contains { $0 != nil } == true)
  }

  @Test func `patch list names the factory patches, and each is good`() throws {
    let outcome = try GhostnoteProgram.run("patch", "list")
    let names = outcome.output.split(separator: "\n").map(String.init)
    #expect(names.count >= 12)
    let check = try GhostnoteProgram.start(["patch", "check"] + names).finish()
    #expect(check.status == 0)
    #expect(check.output.split(separator: "\n").count == names.count)
  }

  @Test(arguments: [["patch"], ["patch", "list"]])
  func `patch list prints the same names as JSON`(command: [String]) throws {
    let outcome = try GhostnoteProgram.start(command + ["--json"]).finish()
    #expect(outcome.status == 0, "\(outcome.errors)")
    let rows = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let names = try #require(rows as? [[String: String]]).compactMap { $0["name"] }
    let listed = try GhostnoteProgram.run("patch", "list").output
    #expect(names == listed.split(separator: "\n").map(String.init))
  }

  @Test func `a patch printed as JSON reads back as the same patch`() throws {
    let place = try Workplace()
    let first = try GhostnoteProgram.run("patch", "show", "jazz-ride", "--json")
    #expect(first.status == 0)
    let copy = try place.write("copy.json", first.output)
    let second = try GhostnoteProgram.run("patch", "show", copy, "--json")
    #expect(second.output == first.output)
    #expect(try JSONSerialization.jsonObject(with: Data(first.output.utf8)) is [String: Any])
  }

  @Test func `kit list and kit show print JSON that names the bundled kit`() throws {
    let kits = try #require(try parsed("kit", "list", "--json") as? [[String: Any]])
    let first = try #require(kits.first)
    let path = try #require(first["path"] as? String)
    #expect(path.hasSuffix("SoundFonts/Ghostnote-Kit.sf2"))
    let kit = try #require(try parsed("kit", "show", path, "--json") as? [String: Any])
    #expect(kit["bytes"] as? Int == (try Workplace.bundledKit()).count)
    let programs = try #require(kit["programs"] as? [[String: Any]])
    #expect(programs.contains { $0["program"] as? Int == 0 })
  }

  @Test func `kit list and doctor name the free kits that are not installed`() throws {
    let (list, doctor) = (
      try GhostnoteProgram.run("kit", "list"), try GhostnoteProgram.run("doctor")
    )
    for kit in FreeKit.all where !kit.isInstalled {
      #expect(list.output.contains("\(kit.package) (\(kit.meaning))"))
      #expect(doctor.output.contains("\(kit.package) (\(kit.meaning))"))
    }
    #expect(list.output.contains("more free kits by apt install") == (FreeKit.offer != nil))
  }

  @Test func `kit list shows how a SoundFont without a drum kit is played`() throws {
    let place = try Workplace()
    let folder = "\(place.path)/ghostnote/SoundFonts"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // The bundled kit with its bank 128 turned into 0.
    var bytes = try Workplace.bundledKit()
    let headers = try #require(bytes.firstRange(of: Array("phdr".utf8))).upperBound
    let length = (0..<4).reduce(0) { $0 | Int(bytes[headers + $1]) << (8 * $1) }
    for bank in stride(from: headers + 4 + 22, to: headers + 4 + length, by: 38) {
      bytes[bank] = 0
    }
    _ = try place.write("ghostnote/SoundFonts/Strange.sf2", bytes)
    let outcome = try GhostnoteProgram.run(
      "kit", "list", environment: [("XDG_DATA_HOME", place.path)])
    #expect(outcome.status == 0)
    #expect(
      outcome.output.contains("  no drum kit: `kit Strange:0:0`, and `keymap`: Ghostnote Kit"))
    #expect(!outcome.errors.contains("Strange"))
  }

  @Test func `kit list names all 26 drums with their notes`() throws {
    let outcome = try GhostnoteProgram.run("kit", "list")
    #expect(outcome.status == 0)
    for note in 35...60 { #expect(outcome.output.contains("\n  \(note) ")) }
    #expect(outcome.output.contains("36 kick: Bass Drum 1"))
  }

  @Test(arguments: [[], ["--kit", "electronic"]])
  func `soundfont make gives the bytes of the bundled kits, which stock FluidSynth loads`(
    kit: [String]
  ) throws {
    let place = try Workplace()
    // A debug build synthesises for ten seconds, several times that beside other tests.
    let path = "\(place.path)/kit.sf2"
    let making = try GhostnoteProgram.start(["soundfont", "make", "-o", path] + kit)
    #expect(making.finish(within: 600).status == 0)
    let bundled = try Workplace.bundledKit(kit.isEmpty ? "Ghostnote-Kit" : "Ghostnote-Machine")
    #expect(try place.read("kit.sf2") == bundled)
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/fluidsynth") else { return }
    let judged = try StockFluidSynth.play(path, keys: Array(35...60), in: place.path)
    #expect(judged.warnings == [] && judged.peaks.allSatisfy { $0 > 0.01 }, "\(judged)")
  }

  @Test func `the electronic kit is listed after the acoustic one, and a factory patch plays it`()
    throws
  {
    let kits = try #require(try parsed("kit", "list", "--json") as? [[String: Any]])
    let paths = kits.compactMap { $0["path"] as? String }
    let electronic = try #require(
      paths.firstIndex { $0.hasSuffix("SoundFonts/Ghostnote-Machine.sf2") })
    #expect(electronic == 1)
    let place = try Workplace()
    let outcome = try GhostnoteProgram.run(
      "render", "electro", "--bars", "1", "-o", "\(place.path)/electro.wav")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Ghostnote Machine of "), "\(outcome.output)")
    let other = try GhostnoteProgram.run(
      "render", "rock", "--bars", "1", "--soundfont", "Ghostnote-Machine", "-o",
      "\(place.path)/rock.wav")
    #expect(other.output.contains("Ghostnote Machine of "), "\(other.output)\(other.errors)")
  }
}
