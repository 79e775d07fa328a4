import Commands
import Foundation
import GhostnoteTesting
import Testing

extension CommandLineTests {
  @Test func `a patch exported and imported draws the same grid`() throws {
    let place = try Workplace()
    let patch = try place.patch(
      "a.json", tempo: 101.5, ["kick": "X...x...o......x", "closedhat": "x.x.x.x.x.x.x.x."])
    for type in ["0", "1"] {
      let midi = "\(place.path)/a\(type).mid"
      let exported = try GhostnoteProgram.run(
        "patch", "export", patch, "-o", midi, "--type", type, "--loops", "4")
      #expect(exported.status == 0, "\(exported.errors)")
      #expect(exported.output == "\(midi): 48 notes, \(type == "0" ? "1 track" : "3 tracks")\n")
      let copy = "\(place.path)/b\(type).json"
      let imported = try GhostnoteProgram.run("patch", "import", midi, "-o", copy)
      #expect(imported.status == 0, "\(imported.errors)")
      #expect(
        imported.output == "\(copy): 4 bars, 48 notes: 1 pattern at 101.5 bpm; "
          + "it plays as a song, `song off` loops it\n")
      let first = try GhostnoteProgram.run("patch", "show", patch).output.split(separator: "\n")
      let second = try GhostnoteProgram.run("patch", "show", copy).output.split(separator: "\n")
      #expect(second.first?.contains("101.5 bpm  16 steps") == true)
      #expect(second.dropFirst() == first.dropFirst())
    }
  }

  @Test func `an export says that the drummer is not in it`() throws {
    let place = try Workplace()
    for (isOn, words) in [(true, ", without the drummer: "), (false, "4 notes, 1 track\n")] {
      let patch = try place.write(
        "a.json",
        """
        {"format": "ghostnote-patch/1", "tempo": 120, "drummer": {"on": \(isOn)},
         "pattern": {"lanes": [{"drum": "kick", "steps": "x...x...x...x..."}]}}
        """)
      let outcome = try GhostnoteProgram.run(
        "patch", "export", patch, "-o", "\(place.path)/\(isOn).mid")
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect((outcome.output + outcome.errors).contains(words), "\(outcome.output)")
    }
  }

  @Test func `import and export say what is wrong and write nothing`() throws {
    let place = try Workplace()
    let empty = try place.write("empty.mid", [])
    let patch = try place.patch("a.json", ["kick": "X"])
    let failures = [
      (["import", empty, "-o", "\(place.path)/x.json"], "byte 0: no Standard MIDI File"),
      (["import", "kit.h2drumkit", "-o", "\(place.path)/x.json"], "`ghostnote kit import`"),
      (
        ["import", empty, "-o", "\(place.path)/x.json", "--channel", "17"],
        "drums, all or a channel of 1–16"
      ),
      (["export", patch, "-o", "\(place.path)/x.wav"], "ends in .mid"),
      (["export", patch, "-o", "\(place.path)/x.mid", "--type", "2"], "expected 0 or 1"),
      (["export", patch, "-o", "\(place.path)/x.mid", "--loops", "0"], "1–1000"),
      (["export", patch, "-o", "\(place.path)/x.mid", "--song"], "the patch has no song"),
    ]
    for (arguments, words) in failures {
      let outcome = try GhostnoteProgram.start(["patch"] + arguments).finish()
      #expect(outcome.status != 0)
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).count == 2)
  }
}
