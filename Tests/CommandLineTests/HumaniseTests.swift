import Commands
import Drummer
import Foundation
import GhostnoteTesting
import PatchFiles
import Rhythm
import Testing

extension CommandLineTests {
  /// What `ghostnote` with these arguments says, and how it ends.
  private func outcome(_ arguments: [String]) throws -> (status: Int32, errors: String) {
    let outcome = try GhostnoteProgram.start(arguments).finish()
    return (outcome.status, outcome.errors)
  }

  /// Files of a classic drummer that has learned nothing: 3 notes, 4 ticks, 5 cells.
  private func classicFiles(_ place: Workplace) throws -> [String] {
    func sines(_ count: Int) -> [UInt8] {
      (0..<count).flatMap { index in
        let bits = Float(sin(0.7 * Double(index))).bitPattern
        return [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: bits >> $0) }
      }
    }
    return [
      "drummer", "import", "--wx", try place.write("Wx.bin", sines(13 * 20)),
      "--wy", try place.write("Wy.bin", sines(6 * 7)),
      "--notes", try place.write("notes.json", "[36, 38, 42]"),
      "--ticks", try place.write("ticks.json", "[0, 60, 120, 480]"),
    ]
  }

  @Test func `the drummer of 2017 is imported, plays, and drums from its model`() throws {
    let place = try Workplace()
    let files = try classicFiles(place)
    let written = try outcome(
      files + ["-o", "\(place.path)/m.safetensors", "--play", "100", "-o", "\(place.path)/m.mid"])
    #expect(written.status == 0 && written.errors.isEmpty)
    #expect(try MIDIFileReader(place.read("m.mid")).notes.filter(\.isOn).count == 100)
    let drummed = try outcome([
      "drum", "--model", "\(place.path)/m.safetensors", "--bars", "4", "-o", "\(place.path)/d.mid",
    ])
    #expect(drummed.status == 0)
    let drums = try MIDIFileReader(place.read("d.mid")).notes.map(\.number)
    #expect(Set(drums).isSubset(of: [36, 38, 42]) && !drums.isEmpty)
    let human = try outcome([
      "humanise", "rock", "--model", "\(place.path)/m.safetensors", "-o", "\(place.path)/h.mid",
    ])
    #expect(human.status == 1)
    #expect(human.errors.contains("the classic model has no micro-timing"))
  }

  @Test(arguments: [
    (["-o", "x.wav"], "expected a .safetensors or a .mid file"),
    (["-o", "x.mid", "--play", "0"], "1–"),
    (["-o", "x.mid", "--temperature", "9"], "0.67–1.5"),
    (["-o", "x.mid", "--ticks-per-beat", "0"], "expected 1–32767"),
  ])
  func `what import cannot do is a wrong word`(options: [String], words: String) throws {
    let said = try outcome(classicFiles(Workplace()) + options)
    #expect(said.status == 64)
    #expect(said.errors.contains(words))
  }

  @Test func `amounts are 0 to 1, or per cent with the sign`() throws {
    let place = try Workplace()
    let humanise = ["humanise", "rock", "-o", "\(place.path)/x.mid", "--model", "/nonexistent"]
    let drum = ["drum", "-o", "\(place.path)/x.mid", "--model", "/nonexistent"]
    // What is taken goes on to look for the model.
    for arguments in [humanise + ["--amount", "70%"], drum + ["--intensity", "80%"]] {
      let said = try outcome(arguments)
      #expect(said.status == 1 && said.errors.contains("/nonexistent"), "\(said.errors)")
    }
    for wrong in ["101%", "2", "much", "%"] {
      let said = try outcome(humanise + ["--amount", wrong])
      #expect(said.status == 64 && said.errors.contains("expected 0–1 or 0%–100%"))
    }
  }

  /// Measures an imported classic model on a take of these lanes.
  private func measured(
    _ lanes: KeyValuePairs<String, String>, _ options: [String]
  ) throws -> Spawned.Outcome {
    let place = try Workplace()
    let model = "\(place.path)/m.safetensors"
    #expect(try outcome(classicFiles(place) + ["-o", model]).status == 0)
    let patch = try place.patch("p.json", lanes)
    try FileManager.default.createDirectory(
      atPath: "\(place.path)/takes", withIntermediateDirectories: true)
    let take = "\(place.path)/takes/a.mid"
    #expect(try outcome(["render", patch, "--bars", "2", "-o", take]).status == 0)
    return try GhostnoteProgram.start(
      ["drummer", "evaluate", model, "\(place.path)/takes", "--file", "a"] + options
    ).finish()
  }

  @Test func `an imported model has no velocities, and is measured by wait and drum`() throws {
    struct Report: Decodable {
      let hits: Int
      let nats: [String: Double]
    }
    // An `X` is harder than every hit of the model.
    let printed = try measured(["kick": "X...x..."], ["--json"])
    #expect(printed.status == 0, "\(printed.errors)")
    let report = try JSONDecoder().decode(Report.self, from: Data(printed.output.utf8))
    #expect(report.hits == 4 && report.nats.keys.sorted() == ["drum", "total", "wait"])
    let (wait, drum) = (report.nats["wait"] ?? 0, report.nats["drum"] ?? 0)
    #expect(wait > 0 && drum > 0 && abs((report.nats["total"] ?? 0) - wait - drum) < 1e-9)
    let shown = try measured(["kick": "X...x..."], [])
    #expect(shown.output.contains("velocity: not measured"), "\(shown.output)")
    #expect(!shown.output.contains("inf"), "\(shown.output)")
    // Where every velocity is the model's own, it is measured like the others.
    let plain = try measured(["kick": "x...x..."], ["--json"])
    let whole = try JSONDecoder().decode(Report.self, from: Data(plain.output.utf8))
    #expect(whole.nats["velocity"] == 0)
  }

  @Test func `a metric that is not finite is a string in JSON`() throws {
    let place = try Workplace()
    var model = DrummerModel.random()
    model.card.metrics = ["validation": .infinity]
    let file = try place.write("any.safetensors", Array(model.safetensors.bytes()))
    let shown = try GhostnoteProgram.run("drummer", "show", file, "--json")
    #expect(shown.status == 0, "\(shown.errors)")
    #expect(shown.output.contains(#""validation" : "Infinity""#), "\(shown.output)")
  }

  @Test(arguments: [[], ["--json"]])
  func `a classic model is measured only on pieces that have one of the 13 drums`(
    options: [String]
  ) throws {
    let said = try measured(["cowbell": "x...x..."], options)
    #expect(said.status == 1)
    #expect(said.errors.contains("takes: no hits in these pieces; `ghostnote corpus show`"))
  }

  @Test func `a humanised patch is not humanised again, and has its SoundFonts in any folder`()
    throws
  {
    let place = try Workplace()
    let model = try place.write(
      "any.safetensors", Array(DrummerModel.random().safetensors.bytes()))
    for font in ["mine.sf2", "other.sf2"] { _ = try place.write(font, "") }
    let patch = try place.write(
      "p.json",
      """
      {"format": "ghostnote-patch/1", "humanise": {"amount": 0.5},
       "kit": {"soundFont": "mine.sf2", "drums": {"snare": {"sound": "other.sf2:128:0:40"}}},
       "pattern": {"lanes": [{"drum": "snare", "steps": "x...x...x...x..."}]}}
      """)
    try FileManager.default.createDirectory(
      atPath: "\(place.path)/sub", withIntermediateDirectories: true)
    let outcome = try GhostnoteProgram.run(
      "humanise", patch, "--model", model, "-o", "\(place.path)/sub/h.json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasSuffix("; its own humanise is off\n"), "\(outcome.output)")
    let human = try PatchFile.load("\(place.path)/sub/h.json")
    #expect(human.humanising == nil)
    #expect(human.kit.soundFont == "\(place.path)/mine.sf2")
    #expect(human.kit[.snare].source?.font == "\(place.path)/other.sf2")
  }

  @Test func `a humanised patch that plays once is exported as often as is asked for`() throws {
    let place = try Workplace()
    let model = try place.write(
      "any.safetensors", Array(DrummerModel.random().safetensors.bytes()))
    let patch = try place.write(
      "p.json",
      """
      {"format": "ghostnote-patch/1", "humanise": {"amount": 1},
       "pattern": {"loop": false, "lanes": [{"drum": "kick", "steps": "....x.......x..."}]}}
      """)
    let midi = "\(place.path)/p.mid"
    let outcome = try GhostnoteProgram.run(
      "patch", "export", patch, "-o", midi, "--loops", "3", "--model", model)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "\(midi): 6 notes, 1 track\n")
  }

  @Test(.enabled(if: SharedFiles.goldenModel != nil))
  func `a MIDI file is humanised and keeps its notes, a patch gets offsets`() throws {
    let place = try Workplace()
    let model = try #require(SharedFiles.goldenModel)
    let patch = try place.patch(
      "p.json", ["kick": "x... x...", "closedhat": "x.x. x.x. x.x. x.x."])
    #expect(try outcome(["render", patch, "--bars", "2", "-o", "\(place.path)/a.mid"]).status == 0)
    func humanise(_ input: String, _ output: String, _ more: [String] = []) throws -> Int32 {
      try outcome(
        ["humanise", input, "--style", "funk", "--model", model, "-o", "\(place.path)/\(output)"]
          + more
      ).status
    }
    #expect(try humanise("\(place.path)/a.mid", "b.mid", ["--amount", "1"]) == 0)
    let (stiff, human) = (
      try MIDIFileReader(place.read("a.mid")), try MIDIFileReader(place.read("b.mid"))
    )
    func notes(_ file: MIDIFileReader) -> [UInt8] {
      file.notes.filter(\.isOn).map(\.number).sorted()
    }
    #expect(notes(stiff) == notes(human))
    #expect(stiff.notes != human.notes)
    #expect(try humanise("\(place.path)/a.mid", "c.mid", ["--amount", "0"]) == 0)
    #expect(try place.read("c.mid") == place.read("a.mid"))
    #expect(try humanise("\(place.path)/a.mid", "d.mid", ["--amount", "100%"]) == 0)
    #expect(try place.read("d.mid") == place.read("b.mid"))
    #expect(try humanise(patch, "q.json") == 0)
    #expect(String(decoding: try place.read("q.json"), as: UTF8.self).contains("@"))
    #expect(try humanise(patch, "q.wav") == 64)
    #expect(try humanise("\(place.path)/none.mid", "e.mid") == 1)
  }
}
