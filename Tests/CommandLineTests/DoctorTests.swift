import Foundation
import GhostnoteTesting
import Testing

extension CommandLineTests {
  /// What `doctor` finds of SoundFonts on a machine that has none but those of `data`, after a shell has carried
  /// out `remedy`; there, `ghostnote soundfont make -o FILE` copies `kit`.
  private func soundFont(
    data: String, kit: String, after remedy: String
  ) throws -> [String: Any] {
    let script = #"""
      for folder in '\#(GhostnoteProgram.root)/SoundFonts' /usr/share/sounds/sf2 /usr/share/sounds/sf3 \
        /usr/share/soundfonts; do
        [ ! -d "$folder" ] || mount -t tmpfs tmpfs "$folder" || exit 3
      done
      ghostnote() { [ "$1 $2 $3" = 'soundfont make -o' ] && cp "$KIT" "$4"; }
      eval "$REMEDY" || exit 4
      exec '\#(GhostnoteProgram.path)' doctor --json
      """#
    let program = try Spawned(
      "/usr/bin/unshare", ["--mount", "--map-root-user", "/bin/sh", "-c", script],
      environment: [
        ("XDG_DATA_HOME", data), ("KIT", kit), ("REMEDY", remedy), ("JACK_NO_START_SERVER", "1"),
      ])
    program.closeInput()
    let outcome = program.finish()
    let parsed = try? JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let findings = try #require(parsed as? [[String: Any]], "\(outcome.errors)")
    return try #require(findings.first { $0["subject"] as? String == "SoundFont" })
  }

  @Test(.enabled(if: SmallDisk.isAvailable))
  func `the doctor's line for a missing SoundFont works as it is printed`() throws {
    let place = try Workplace()
    let kit = try place.write("bundled", try Workplace.bundledKit())
    let data = "\(place.path)/my data"
    let before = try soundFont(data: data, kit: kit, after: ":")
    #expect(before["state"] as? String == "bad")
    let remedy = try #require(before["remedy"] as? String)
    let after = try soundFont(data: data, kit: kit, after: remedy)
    #expect(after["state"] as? String == "good")
    let found = try #require(after["found"] as? String)
    #expect(found.hasPrefix("\(data)/ghostnote/SoundFonts/kit.sf2 ("))
  }

  @Test func `where no JACK server runs, the doctor says how PipeWire's is reached`() throws {
    let outcome = try GhostnoteProgram.run(
      "doctor", "--json", "--check", "sound", environment: [("JACK_DEFAULT_SERVER", "none")])
    let parsed = try? JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let findings = try #require(parsed as? [[String: Any]], "\(outcome.errors)")
    let jack = try #require(findings.first { $0["subject"] as? String == "JACK" })
    let remedy = try #require(jack["remedy"] as? String)
    #expect(remedy.hasSuffix("sudo apt install pipewire-jack, then pw-jack ghostnote run"))
  }
}
