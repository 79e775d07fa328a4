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

  @Test func `after a primer fills are counted from the first bar that is written`() throws {
    let place = try Workplace()
    let model = try model(place)
    let take = try place.patch("beat.json", tempo: 93, ["kick": "x...x...", "ride": "x.x.x.x."])
    let prime = "\(place.path)/take.mid"
    #expect(try GhostnoteProgram.run("render", take, "--bars", "10", "-o", prime).status == 0)
    func notes(fillEvery: String) throws -> (notes: Set<MIDIFileReader.Note>, ticksPerBeat: Int) {
      let outcome = try GhostnoteProgram.run(
        "drum", "--model", model, "--prime", prime, "--bars", "9", "--fill-every", fillEvery, "-o",
        "\(place.path)/\(fillEvery).mid")
      #expect(outcome.status == 0, "\(outcome.errors)")
      let file = try MIDIFileReader(place.read("\(fillEvery).mid"))
      return (Set(file.notes.filter(\.isOn)), file.ticksPerBeat)
    }
    let (filled, plain) = try (notes(fillEvery: "8"), notes(fillEvery: "64"))
    // The second half of bar 8, and what comes after it; a hit may be 1/8 beat early.
    let first = filled.notes.symmetricDifference(plain.notes).map(\.tick).min()
    #expect(try #require(first) >= 30 * filled.ticksPerBeat - filled.ticksPerBeat / 8)
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

  @Test func `after bars that are silent in turn the drummer continues in half time`() throws {
    let place = try Workplace()
    // A kick on the first beat of every second bar, 18 times.
    let kick: [UInt8] = [0x99, 36, 100, 0x83, 0x60, 0x89, 36, 64]
    var track: [UInt8] = []
    for bar in 0..<18 {
      let wait: [UInt8] = bar == 0 ? [0] : [0x9A, 0x20]
      track += wait + kick
    }
    track += [0, 0xFF, 0x2F, 0]
    let header: [UInt8] = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0x01, 0xE0]
    let length: [UInt8] = [0, 0, 0, UInt8(track.count)]
    let prime = try place.write("alt.mid", header + Array("MTrk".utf8) + length + track)
    let outcome = try GhostnoteProgram.run(
      "drum", "--model", model(place), "--bars", "4", "--prime", prime, "--feel", "half", "-o",
      "\(place.path)/more.mid")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let file = try MIDIFileReader(place.read("more.mid"))
    #expect(file.length == 16 * file.ticksPerBeat)
  }

  /// Writes a folder of recordings of two bars.
  private func record(_ names: [String], in place: Workplace) throws {
    let patch = try place.patch("beat.json", tempo: 93, ["kick": "x...x...", "ride": "x.x.x.x."])
    let take = "\(place.path)/take.mid"
    #expect(try GhostnoteProgram.run("render", patch, "--bars", "2", "-o", take).status == 0)
    let bytes = try place.read("take.mid")
    for name in names {
      let file = URL(fileURLWithPath: "\(place.path)/takes/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
  }

  private func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test func `like a corpus, the drummer writes over no recording, and no file unasked`() throws {
    let place = try Workplace()
    let model = try model(place)
    let takes = ["a.mid", "b.mid", "c.mid", "d.mid", "e.mid"]
    try record(takes, in: place)
    func drum(into folder: String, _ more: [String] = []) throws -> Spawned.Outcome {
      let words = ["drum", "--model", model, "--like", "\(place.path)/takes", "--split", "train"]
      return try GhostnoteProgram.start(words + ["-o", "\(place.path)/\(folder)"] + more).finish()
    }
    for options in [[], ["--overwrite"]] {
      let outcome = try drum(into: "takes", options)
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasSuffix("the file is read too; choose another path\n"))
    }
    for take in takes { #expect(try place.read("takes/\(take)") == place.read("take.mid")) }
    #expect(try drum(into: "new").status == 0)
    let written = try names(in: "\(place.path)/new")
    let last = try #require(written.last)
    #expect(written.count > 1)
    // One file that is there keeps the others from being written.
    try FileManager.default.createDirectory(
      atPath: "\(place.path)/old", withIntermediateDirectories: true)
    _ = try place.write("old/\(last)", "mine")
    let refused = try drum(into: "old")
    #expect(refused.status == 1)
    #expect(
      refused.errors == "Error: \(place.path)/old/\(last): the file exists; choose another path, "
        + "or use --overwrite\n")
    #expect(try names(in: "\(place.path)/old") == [last])
    #expect(try place.read("old/\(last)") == Array("mine".utf8))
    #expect(try drum(into: "old", ["--overwrite"]).status == 0)
    #expect(try names(in: "\(place.path)/old") == written)
    #expect(try place.read("old/\(last)") == place.read("new/\(last)"))
  }

  @Test func `like a corpus, each piece has a file of its own, however their names are written`()
    throws
  {
    let place = try Workplace()
    let takes = ["x/y.mid", "x-y.mid", "x-y.midi"]
    try record(takes, in: place)
    let columns = "midi_filename,id,split,style,bpm,time_signature,beat_type,drummer"
    let rows = takes.map { "\($0),,test,rock,93,4-4,beat,drummer1" }
    _ = try place.write("takes/info.csv", ([columns] + rows).joined(separator: "\n") + "\n")
    let outcome = try GhostnoteProgram.run(
      "drum", "--model", model(place), "--like", "\(place.path)/takes", "--split", "test", "-o",
      "\(place.path)/new")
    #expect(outcome.status == 0 && outcome.output.contains(": 3 files, 6 bars, "), "\(outcome)")
    #expect(try names(in: "\(place.path)/new") == ["x-y-2.mid", "x-y-3.mid", "x-y.mid"])
  }

  @Test func `a tilde in a path is the home folder, also where no shell expands it`() throws {
    let place = try Workplace()
    _ = try model(place)
    try record(["a.mid", "b.mid"], in: place)
    _ = try place.write("map.json", #"{"36": "kick"}"#)
    let named = "--model=~/any.safetensors"
    let lines: [[String]] = [
      ["drum", named, "--like=~/takes", "--map=~/map.json", "--output=~/new"],
      ["drum", named, "--prime=~/take.mid", "--bars=1", "--output=~/solo.wav"],
      ["humanise", named, "~/take.mid", "--output=~/human.mid"],
      ["humanise", named, "~/beat.json", "--output=~/human.json"],
      ["corpus", "show", "~/takes", "--map", "~/map.json", "--plot=~/takes.svg"],
    ]
    for words in lines {
      let outcome = try GhostnoteProgram.start(words, environment: [("HOME", place.path)]).finish()
      #expect(outcome.status == 0, "\(words): \(outcome.errors)")
    }
    for name in ["solo.wav", "human.mid", "human.json", "takes.svg"] {
      #expect(try !place.read(name).isEmpty)
    }
    #expect(try names(in: "\(place.path)/new").count == 1)
  }

  @Test func `any style is none in particular, as in a session`() throws {
    let place = try Workplace()
    let model = try model(place)
    func written(_ words: [String]) throws -> [UInt8] {
      let outcome = try GhostnoteProgram.start(
        words + ["--model", model, "-o", "\(place.path)/x.mid", "--overwrite"]
      ).finish()
      #expect(outcome.status == 0, "\(outcome.errors)")
      return try place.read("x.mid")
    }
    for words in [["drum", "--bars", "2"], ["humanise", "rock", "--loops", "1"]] {
      #expect(try written(words + ["--style", "any"]) == written(words))
    }
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
