import Commands
import Drummer
import Foundation
import GhostnoteTesting
import Testing

/// `ghostnote drum`, as a user types it, with a drummer that learned nothing.
extension CommandLineTests {
  private func model(_ place: Workplace) throws -> String {
    try place.write("any.safetensors", Array(DrummerModel.random().safetensors.bytes()))
  }

  @Test func `the drummer writes the same bars for the same seed`() throws {
    let place = try Workplace()
    let model = try model(place)
    func drum(_ name: String, seed: String) throws -> [UInt8] {
      let outcome = try GhostnoteProgram.run(
        "drum", "--model", model, "--bars", "6", "--style", "funk", "--bpm", "96", "--seed", seed,
        "-o", "\(place.path)/\(name)")
      #expect(outcome.status == 0, "\(outcome.errors)")
      return try place.read(name)
    }
    let first = try drum("a.mid", seed: "7")
    #expect(try drum("b.mid", seed: "7") == first)
    #expect(try drum("c.mid", seed: "8") != first)
    let file = try MIDIFileReader(first)
    #expect(file.microsecondsPerBeat == 625_000)
    #expect(file.length == 24 * file.ticksPerBeat)
    let bars = Set(file.notes.filter(\.isOn).map { $0.tick / file.ticksPerBeat / 4 })
    #expect(bars == Set(0..<6))
    #expect(file.notes.allSatisfy { $0.channel == 9 })
  }

  @Test func `the same seed gives the same bars with every kind of vectors`() throws {
    let place = try Workplace()
    let model = try model(place)
    func drum(with vectors: String) throws -> [UInt8] {
      let outcome = try GhostnoteProgram.run(
        "drum", "--model", model, "--bars", "4", "--seed", "7", "-o",
        "\(place.path)/\(vectors).mid",
        environment: [("GHOSTNOTE_VECTORS", vectors)])
      #expect(outcome.status == 0, "\(outcome.errors)")
      return try place.read("\(vectors).mid")
    }
    let slowest = try #require(NetworkLoops.runnable.first)
    let expected = try drum(with: slowest)
    for vectors in NetworkLoops.runnable.dropFirst() {
      #expect(try drum(with: vectors) == expected, "\(vectors)")
    }
  }

  @Test(arguments: [
    (["--fill-every", "65"], "--fill-every: expected 0–64 bars, found 65"),
    (["--rate", "96001"], "8000–96000"),
    (
      ["--rate", "7999"], "--rate: expected 8000–96000 Hz, found 7999; FluidSynth renders no other"
    ),
  ])
  func `options have the ranges of what they set`(words: [String], problem: String) throws {
    let outcome = try GhostnoteProgram.start(["drum", "-o", "x.mid"] + words).finish()
    #expect(outcome.status == 64 && outcome.errors.contains(problem), "\(outcome.errors)")
  }

  @Test func `the doctor says which vectors the drummer is computed with`() throws {
    for vectors in NetworkLoops.runnable {
      let doctor = try GhostnoteProgram.run(
        "doctor", environment: [("GHOSTNOTE_VECTORS", vectors.uppercased())])
      #expect(doctor.output.contains("drummer's vectors: \(vectors), of "), "\(doctor.output)")
    }
    let fastest = try #require(NetworkLoops.runnable.last)
    let doctor = try GhostnoteProgram.run("doctor", environment: [("GHOSTNOTE_VECTORS", "MMX")])
    #expect(doctor.output.contains("drummer's vectors: \(fastest), of "), "\(doctor.output)")
  }

  @Test func `the drummer sounds in a WAV file, and continues after a MIDI file`() throws {
    let place = try Workplace()
    let model = try model(place)
    let take = try place.patch("beat.json", tempo: 93, ["kick": "x...x...", "ride": "x.x.x.x."])
    let prime = "\(place.path)/take.mid"
    #expect(try GhostnoteProgram.run("render", take, "--bars", "2", "-o", prime).status == 0)
    func drum(_ arguments: String...) throws -> Spawned.Outcome {
      try GhostnoteProgram.start(["drum", "--model", model, "--bars", "2"] + arguments).finish()
    }
    let wav = try drum("-o", "\(place.path)/solo.wav")
    #expect(wav.status == 0, "\(wav.errors)")
    #expect((try WAVReader(place.read("solo.wav")).level.max() ?? 0) > 0.05)
    #expect(try drum("-o", "\(place.path)/solo.mid").status == 0)
    let primed = try drum("--prime", prime, "-o", "\(place.path)/primed.mid")
    #expect(primed.status == 0 && primed.output.contains(" at 93.0"), "\(primed.errors)")
    let (alone, after) = try (place.read("solo.mid"), place.read("primed.mid"))
    #expect(try MIDIFileReader(alone).notes != MIDIFileReader(after).notes)
  }

  @Test func `of a file of several songs the first with notes primes the drummer`() throws {
    let place = try Workplace()
    // Format 2: an empty song, and one of 93 bpm with a kick.
    let end: [UInt8] = [0, 0xFF, 0x2F, 0]
    let kick: [UInt8] =
      [0, 0xFF, 0x51, 3, 0x09, 0xD8, 0x29, 0, 0x99, 36, 100, 0x83, 0x60, 0x89, 36, 64] + end
    let header: [UInt8] = Array("MThd".utf8) + [0, 0, 0, 6, 0, 2, 0, 2, 0x01, 0xE0]
    let tracks = [end, kick].flatMap { track -> [UInt8] in
      let length: [UInt8] = [0, 0, 0, UInt8(track.count)]
      return Array("MTrk".utf8) + length + track
    }
    let prime = try place.write("two.mid", header + tracks)
    let outcome = try GhostnoteProgram.run(
      "drum", "--model", model(place), "--bars", "1", "--prime", prime, "-o",
      "\(place.path)/more.mid")
    #expect(outcome.status == 0 && outcome.output.contains(" at 93.0"), "\(outcome.errors)")
  }

  @Test func `like a corpus, the drummer writes a file for each piece of the split`() throws {
    let place = try Workplace()
    let model = try model(place)
    let patch = try place.patch("beat.json", tempo: 93, ["kick": "x...x...", "ride": "x.x.x.x."])
    try FileManager.default.createDirectory(
      atPath: "\(place.path)/takes", withIntermediateDirectories: true)
    for name in ["a", "b", "c"] {
      let file = "\(place.path)/takes/\(name).mid"
      #expect(try GhostnoteProgram.run("render", patch, "--bars", "3", "-o", file).status == 0)
    }
    let outcome = try GhostnoteProgram.run(
      "drum", "--model", model, "--like", "\(place.path)/takes", "--split", "validation", "-o",
      "\(place.path)/out")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(place.path)/out")
    #expect(!files.isEmpty)
    for name in files {
      let file = try MIDIFileReader(place.read("out/\(name)"))
      #expect(file.length == 12 * file.ticksPerBeat)
      #expect(file.microsecondsPerBeat == 645_161)
    }
  }

  @Test func `a style the drummer does not know is refused with those it does`() throws {
    let place = try Workplace()
    let outcome = try GhostnoteProgram.run(
      "drum", "--model", model(place), "--style", "polka", "-o", "\(place.path)/a.mid")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("unknown style “polka”: this model has rock, funk,"))
    #expect(outcome.errors.contains("\nUsage: ghostnote drum "), "\(outcome.errors)")
    #expect(outcome.errors.hasSuffix("\n  See 'ghostnote drum --help' for more information.\n"))
  }

  @Test(arguments: [
    (["--model", "/nonexistent.safetensors"], "no such file"),
    (["--model", "nosuch"], "nosuch: no such file; looked here and in /"),
    (["--model", "empty"], "too short for a safetensors file: 0 bytes"),
    (["--model", "text"], "text: not a safetensors file: name a model that `ghostnote train` or "),
    (["--model", "cut"], "truncated: the header"),
    (["--model", "later"], "use a newer ghostnote"),
    (["--model", "whole", "--prime", "empty"], "byte 0"),
    (["--model", "whole", "--prime", "/nonexistent.mid"], "no such file"),
    (["--model", "whole", "--prime", "/dev/zero"], "a device or a pipe, not a file"),
    (["--model", "/dev/zero"], "a device or a pipe, not a file"),
    (["--model", "whole", "--like", "/nonexistent"], "cannot be read"),
  ]) func `what a drummer cannot play from is refused in one line`(
    arguments: [String], complaint: String
  ) throws {
    let place = try Workplace()
    let whole = try place.read(URL(fileURLWithPath: model(place)).lastPathComponent)
    var later = DrummerModel.random().safetensors
    later.metadata["ghostnote"] = "\(ModelCard.latestFormat + 1)"
    let files = [
      "whole": whole, "empty": [], "cut": Array(whole.prefix(500)), "later": Array(later.bytes()),
      "text": Array("# Not a model".utf8),
    ]
    let named = try arguments.map { word in
      try files[word].map { try place.write(word, $0) } ?? word
    }
    try FileManager.default.removeItem(atPath: "\(place.path)/any.safetensors")
    let outcome = try GhostnoteProgram.start(
      ["drum"] + named + ["-o", "\(place.path)/out.mid"], environment: [("HOME", place.path)]
    ).finish()
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(!FileManager.default.fileExists(atPath: "\(place.path)/out.mid"))
  }

  @Test(arguments: [
    ["--bars", "0"], ["--bpm", "10"], ["--density", "1.1"], ["--intensity", "-1"],
    ["--feel", "waltz"], ["--fill-every", "-1"], ["--rate", "1"], ["--split", "test"],
    ["--like", "x", "--style", "funk"], ["--like", "x", "--split", "all"],
  ]) func `words a drummer cannot follow are wrong usage`(arguments: [String]) throws {
    let outcome = try GhostnoteProgram.start(["drum"] + arguments + ["-o", "out.mid"]).finish()
    #expect(outcome.status == 64, "\(outcome.errors)")
  }
}
