import Commands
import Control
import Foundation
import GhostnoteTesting
import Testing

extension CommandLineTests {
  /// A daemon without devices that drums with the reference's weights, ready.
  private func drummers(_ arguments: String...) throws -> Session {
    let model = try #require(SharedFiles.goldenModel)
    let session = try Session(
      ["--audio", "silent", "--midi", "none", "--model", model] + arguments)
    try #require(session.status() != nil, "\(session.program.errors)")
    return session
  }

  @Test func `a model is found by its name, wherever the program is started`() throws {
    let name = "Ghostnote-Groove"
    let shown = try GhostnoteProgram.run("drummer", "show", name)
    #expect(shown.status == 0, "\(shown.errors)")
    #expect(shown.output.contains("an LSTM of 256 units"))
    // These get as far as the recordings, which are missing.
    let place = try Workplace()
    for arguments in [
      ["evaluate", name, "\(place.path)/none"],
      ["grooves", name, "\(place.path)/none", "-o", "\(place.path)/x.safetensors"],
    ] {
      let outcome = try GhostnoteProgram.start(["drummer"] + arguments).finish()
      #expect(outcome.status != 0)
      #expect(outcome.errors.contains("\(place.path)/none"), "\(outcome.errors)")
    }
  }

  @Test(.enabled(if: SharedFiles.goldenModel != nil))
  func `the drummer drums, is steered, and its bars are kept`() throws {
    let session = try drummers("--drummer", "funk", "--bpm", "240", "--seed", "7", "--play")
    let first = try #require(session.status { $0.drummer.bar > 4 })
    #expect(first.drummer.style == "funk" && first.drummer.seed == 7)
    #expect(first.drummer.doing == .playing && first.tempoBPM == 240)
    #expect(first.hits > 10)
    session.type("drummer style polka")
    #expect(session.says("unknown style “polka”; it knows rock, funk, jazz"))
    for line in ["drummer style jazz funk 0.3", "drummer fill", "drummer lock 2", "locate 41"] {
      session.type(line)
    }
    #expect(session.status { $0.beat > 48 && $0.drummer.style == "jazz" } != nil)
    let kept = try #require(session.answer(to: "keep 2", until: "hear them alone"))
    #expect(kept.contains(" as played: "))
    let last = try #require(session.status())
    #expect(last.drummer.starvedBars == 0)
    #expect(session.end().status == 0)
  }

  @Test(.enabled(if: SharedFiles.goldenModel != nil))
  func `a patch brings its drummer, and SIGHUP reads it again`() throws {
    let place = try Workplace()
    func write(_ drummer: String) throws {
      _ = try place.write(
        "jam.json",
        """
        {"format": "ghostnote-patch/1", "tempo": 240, "pattern": {}, "drummer": \(drummer)}
        """)
    }
    try write(#"{"on": true, "style": "rock"}"#)
    let session = try drummers("\(place.path)/jam.json", "--play")
    #expect(session.status { $0.hits > 10 && $0.drummer.style == "rock" } != nil)
    try write(#"{"on": true, "style": "reggae", "density": 0.25}"#)
    session.program.signal(SIGHUP)
    #expect(session.status { $0.drummer.style == "reggae" && $0.drummer.density == 0.25 } != nil)
    try write(#"{"on": true, "style": "#)
    session.program.signal(SIGHUP)
    #expect(session.says("jam.json: line 1, column "))
    let hits = session.status()?.hits ?? .max
    #expect(session.status { $0.hits > hits && $0.drummer.style == "reggae" } != nil)
    #expect(session.end().status == 0)
  }

  @Test func `without a model that can be read one line says so, and the rest plays on`() throws {
    let place = try Workplace()
    _ = try place.write("broken.safetensors", "no weights at all")
    for name in ["broken.safetensors", "missing.safetensors"] {
      let session = try Session([
        "rock", "--audio", "silent", "--midi", "none", "--drummer", "funk", "--play", "--model",
        "\(place.path)/\(name)",
      ])
      #expect(session.says("error: drummer: \(place.path)/\(name)"))
      #expect(session.status { $0.isRolling && $0.hits > 0 && $0.drummer.name == nil } != nil)
      #expect(session.end().status == 0)
    }
  }

  @Test(.enabled(if: SharedFiles.goldenModel != nil))
  func `an unknown style ends it with a list of those that are known`() throws {
    let outcome = try GhostnoteProgram.run(
      "run", "--audio", "silent", "--midi", "none", "--drummer", "polka", "--model",
      SharedFiles.goldenModel ?? "")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("unknown style “polka”"))
    #expect(outcome.errors.contains("gospel"))
  }

  @Test(arguments: [
    (["--lookahead", "0"], "--lookahead: expected 1–15 bars, found 0"),
    (["--intensity", "1.5"], "--intensity: expected 0–1"),
    (["--answer", "17"], "--answer: expected 0–16 bars"),
    (["--listen=-1"], "--listen: expected 0–1"),
    (["--drummer", ""], "--drummer: expected a style, or any"),
  ])
  func `a setting of the drummer out of range is a usage error`(
    arguments: [String], words: String
  ) throws {
    let program = try GhostnoteProgram.start(["run"] + arguments)
    program.closeInput()
    let outcome = program.finish()
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(words))
  }

  @Test(.enabled(if: SharedFiles.goldenModel != nil))
  func `what is rendered with a drummer is the same every time, as sound and as MIDI`() throws {
    let place = try Workplace()
    let patch = try place.write(
      "jam.json",
      """
      {"format": "ghostnote-patch/1", "pattern": {}, "drummer": {"on": true, "seed": 5}}
      """)
    for format in ["wav", "mid"] {
      var takes: [Data] = []
      for take in 1...2 {
        let file = "\(place.path)/\(take).\(format)"
        let outcome = try GhostnoteProgram.run(
          "render", patch, "--bars", "4", "-o", file, "--model",
          SharedFiles.goldenModel ?? "")
        #expect(outcome.status == 0, "\(outcome.errors)")
        takes.append(try Data(contentsOf: URL(filePath: file)))
      }
      #expect(takes[0] == takes[1])
      #expect(takes[0].count > 200)
    }
  }
}
