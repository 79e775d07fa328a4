import Foundation
import GhostnoteTesting
import Testing

extension CommandLineTests {
  /// Runs `ghostnote` in a folder.
  private func run(_ arguments: [String], in place: borrowing Workplace) throws -> Spawned.Outcome {
    let words = ([GhostnoteProgram.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
    let program = try GhostnoteProgram.start(
      by: "/bin/sh", ["-c", "cd '\(place.path)' && exec \(words)"])
    program.closeInput()
    return program.finish()
  }

  private static let refusal = "the file exists; choose another path, or use --overwrite"

  @Test func `a SoundFont of samples is named after their folder, and replaces nothing unasked`()
    throws
  {
    let place = try Workplace()
    try FileManager.default.createDirectory(
      atPath: "\(place.path)/samples", withIntermediateDirectories: true)
    let sample = try run(["render", "rock", "--bars", "1", "-o", "samples/kick.wav"], in: place)
    try #require(sample.status == 0, "\(sample.errors)")
    let make = ["soundfont", "make", "--from", "samples"]
    let take = try place.read("samples/kick.wav")
    let other = try run(make + ["-o", "samples/kick.wav"], in: place)
    #expect(other.status == 64 && other.errors.contains("expected a .sf2 file"))
    #expect(try place.read("samples/kick.wav") == take)
    let first = try run(make, in: place)
    #expect(first.status == 0 && first.output.contains("samples.sf2: "), "\(first.errors)")
    #expect(first.output.hasSuffix(" bytes, 1 drum\n"), "\(first.output)")
    #expect(!FileManager.default.fileExists(atPath: "\(place.path)/Ghostnote-Kit.sf2"))
    let bytes = try place.read("samples.sf2")
    let old = Array("another kit".utf8)
    _ = try place.write("samples.sf2", old)
    let second = try run(make, in: place)
    #expect(second.status == 1 && second.errors == "Error: samples.sf2: \(Self.refusal)\n")
    let bundled = try run(["soundfont", "make", "-o", "samples.sf2"], in: place)
    #expect(bundled.status == 1 && bundled.errors == second.errors)
    #expect(try place.read("samples.sf2") == old)
    #expect(try run(make + ["--overwrite"], in: place).status == 0)
    #expect(try place.read("samples.sf2") == bytes)
  }

  @Test func `a patch or a MIDI file that is there is replaced only where that is asked for`()
    throws
  {
    let place = try Workplace()
    #expect(try run(["render", "rock", "-o", "take.mid"], in: place).status == 0)
    let old = Array("mine".utf8)
    for name in ["my.json", "my.mid"] { _ = try place.write(name, old) }
    for (arguments, output) in [
      (["patch", "import", "take.mid"], "my.json"), (["patch", "export", "rock"], "my.mid"),
      (["render", "rock"], "my.mid"), (["humanise", "take.mid"], "my.mid"),
      (["humanise", "rock"], "my.json"), (["drum", "--bars", "1"], "my.mid"),
    ] {
      let outcome = try run(arguments + ["-o", output], in: place)
      #expect(outcome.status == 1, "\(arguments)")
      #expect(outcome.errors == "Error: \(output): \(Self.refusal)\n", "\(arguments)")
      #expect(try place.read(output) == old)
    }
    for (arguments, output) in [
      (["patch", "import", "take.mid"], "my.json"), (["patch", "export", "rock"], "my.mid"),
    ] {
      let outcome = try run(arguments + ["-o", output, "--overwrite"], in: place)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try place.read(output) != old)
    }
  }

  @Test func `no command writes over what it reads`() throws {
    let place = try Workplace()
    #expect(try run(["render", "rock", "-o", "take.mid"], in: place).status == 0)
    _ = try place.patch("my.json", ["kick": "x..."])
    for (link, file) in [("link.mid", "take.mid"), ("link.json", "my.json")] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(place.path)/\(link)", withDestinationPath: file)
    }
    let before = try (place.read("take.mid"), place.read("my.json"))
    for (arguments, output) in [
      (["humanise", "take.mid"], "take.mid"), (["humanise", "take.mid"], "./link.mid"),
      (["humanise", "my.json"], "link.json"), (["drum", "--prime", "take.mid"], "take.mid"),
    ] {
      let outcome = try run(arguments + ["-o", output, "--overwrite"], in: place)
      #expect(outcome.status == 1, "\(arguments)")
      #expect(
        outcome.errors == "Error: \(output): the file is read too; choose another path\n")
      #expect(try place.read("take.mid") == before.0 && place.read("my.json") == before.1)
    }
  }
}
