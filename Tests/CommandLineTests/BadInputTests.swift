import Commands
import Foundation
import GhostnoteTesting
import Testing

/// One plain sentence on standard error and exit status 1, whichever command meets the trouble.
private func expectRefusal(
  _ arguments: [String], naming place: String, _ words: [String],
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let program = try GhostnoteProgram.start(arguments)
  program.closeInput()
  let outcome = program.finish()
  #expect(outcome.status == 1, "\(outcome.errors)", sourceLocation: sourceLocation)
  #expect(outcome.errorLines.count == 1, "\(outcome.errors)", sourceLocation: sourceLocation)
  let line = outcome.errorLines.last ?? ""
  #expect(line.contains("\(place): "), "\(line)", sourceLocation: sourceLocation)
  for word in words {
    #expect(line.contains(word), "\(line)", sourceLocation: sourceLocation)
  }
}

/// The daemon with nothing but lines; quiet, so that only what goes wrong is said.
private let quietly = ["--audio", "silent", "--midi", "none", "--quiet"]

struct BadPatch: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var text: String
  var words: [String]

  static let all = [
    BadPatch(
      testDescription: "not JSON", text: "kick: x...x...",
      words: ["line 1, column 1: expected", "found"]),
    BadPatch(
      testDescription: "cut short", text: #"{"format": "ghostnote-patch/1", "#,
      words: ["line 1", "expected"]),
    BadPatch(testDescription: "empty", text: "", words: ["line 1", "expected"]),
    BadPatch(
      testDescription: "another format", text: #"{"format": "drum-machine/3"}"#,
      words: ["unknown patch format “drum-machine/3”", "ghostnote-patch/1"]),
    BadPatch(
      testDescription: "a later format",
      text: #"{"format": "ghostnote-patch/2", "grooves": []}"#,
      words: ["made by a later ghostnote", "this one reads ghostnote-patch/1"]),
    BadPatch(
      testDescription: "an unknown drum", text: pattern(#"{"drum": "snaer", "steps": "x..."}"#),
      words: ["lane 1", "unknown drum “snaer”; did you mean “snare”?", "ghostnote kit list"]),
    BadPatch(
      testDescription: "a 17th step",
      text: pattern(
        #"{"drum": "kick", "steps": "x... .... .... ...."}, "#
          + #"{"drum": "snare", "steps": "x... x... x... x... x"}"#),
      words: ["lane 2 (snare), step 17: ", "16"]),
    BadPatch(
      testDescription: "a mark that is none", text: pattern(#"{"drum": "kick", "steps": "x.?."}"#),
      words: ["lane 1 (kick)", "step 3"]),
    BadPatch(
      testDescription: "a velocity out of range",
      text: pattern(#"{"drum": "kick", "steps": [127, 128]}"#),
      words: ["lane 1 (kick)", "step 2", "128"]),
    BadPatch(
      testDescription: "an unknown setting",
      text: #"{"format": "ghostnote-patch/1", "tempi": 120, "pattern": {"lanes": []}}"#,
      words: ["unknown setting “tempi”"]),
  ]

  private static func pattern(_ lanes: String) -> String {
    #"{"format": "ghostnote-patch/1", "pattern": {"lanes": [\#(lanes)]}}"#
  }
}

extension CommandLineTests {
  @Test(arguments: BadPatch.all)
  func `a bad patch is refused with its file, the place in it, and what to do`(
    bad: BadPatch
  ) throws {
    let place = try Workplace()
    let file = try place.write("bad.json", bad.text)
    for command in [
      ["patch", "check", file], ["patch", "show", file],
      ["render", file, "-o", "\(place.path)/out.wav"], ["run", file] + quietly,
    ] {
      try expectRefusal(command, naming: file, bad.words)
    }
    #expect(!FileManager.default.fileExists(atPath: "\(place.path)/out.wav"))
  }

  @Test func `a patch that is nowhere is refused with where it was looked for`() throws {
    for command in [
      ["patch", "check", "polka"], ["render", "polka", "-o", "x.wav"], ["run", "polka"] + quietly,
    ] {
      try expectRefusal(command, naming: "polka", ["no such file or factory patch", "looked in "])
    }
    try expectRefusal(["patch", "show", "rok"], naming: "rok", ["did you mean “rock”?"])
  }

  @Test func `a patch whose SoundFont is missing is not good, and says what plays it`() throws {
    let place = try Workplace()
    let file = try place.write(
      "mine.json",
      """
      {
        "format": "ghostnote-patch/1",
        "kit": {"soundFont": "nowhere.sf2"},
        "pattern": {"steps": 4, "lanes": [{"drum": "kick2", "steps": "x..."}]}
      }
      """)
    let checked = try GhostnoteProgram.run("patch", "check", file)
    #expect(checked.status == 1 && checked.errors.contains("mine.json: its kit: "))
    let run = try GhostnoteProgram.run("run", file, "--audio", "silent", "--midi", "none")
    #expect(run.status == 1)
    #expect(run.errors.contains("mine.json: its kit: ") && run.errors.contains("--soundfont"))
  }

  @Test
  func
    `a single drum's SoundFont that is missing is said without --soundfont, which plays no drum of it`()
    throws
  {
    let place = try Workplace()
    let file = try place.write(
      "mine.json",
      """
      {
        "format": "ghostnote-patch/1",
        "kit": {"drums": {"snare": {"sound": "nowhere.sf2:0:5"}}},
        "pattern": {"steps": 4, "lanes": [{"drum": "kick", "steps": "x..."}]}
      }
      """)
    let run = try GhostnoteProgram.run("run", file, "--audio", "silent", "--midi", "none")
    #expect(run.status == 1)
    #expect(run.errors.contains("mine.json: its kit: ") && run.errors.contains("nowhere.sf2"))
    #expect(!run.errors.contains("--soundfont"), "\(run.errors)")
  }

  @Test func `each bad patch of many is named, and the good ones are said to be good`() throws {
    let place = try Workplace()
    let bad = try place.write("bad.json", "[")
    let good = try place.patch("good.json", ["kick": "x..."])
    let outcome = try GhostnoteProgram.run("patch", "check", bad, good, "rock", "nowhere.json")
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 2)
    #expect(outcome.output.contains("\(good): good: 16 steps, 1 lane"))
    #expect(outcome.output.contains("rock.json: good"))
  }

  @Test func `patch check says the same as JSON`() throws {
    let place = try Workplace()
    let bad = try place.write("bad.json", "[")
    let good = try place.patch("good.json", ["kick": "x..."])
    let silent = try place.write(
      "silent.json",
      """
      {
        "format": "ghostnote-patch/1", "kit": {"soundFont": "nowhere.sf2"},
        "pattern": {"steps": 4, "lanes": [{"drum": "kick2", "steps": "x..."}]}
      }
      """)
    let outcome = try GhostnoteProgram.run("patch", "check", bad, good, silent, "--json")
    #expect(outcome.status == 1 && outcome.errors.isEmpty)
    let parsed = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let entries = try #require(parsed as? [[String: Any]])
    #expect(entries.map { $0["path"] as? String } == [bad, good, silent])
    #expect(entries.map { $0["steps"] as? Int } == [nil, 16, 4])
    #expect(entries.map { $0["lanes"] as? Int } == [nil, 1, 1])
    let errors = entries.map { $0["errors"] as? [String] ?? [] }
    #expect(errors.map(\.count) == [1, 0, 1])
    #expect(errors[0].first?.contains("bad.json: ") == true)
    #expect(errors[2].first?.contains("silent.json: its kit: ") == true)
  }

  @Test(arguments: [
    ("missing.sf2", "no such SoundFont"), ("empty.sf2", "is empty"),
    ("text.sf2", "this is a text file, not a SoundFont"), ("foreign.sf2", "not a SoundFont 2 file"),
    ("cut.sf2", "is cut short"), ("melodic.sf2", "no drum kit"),
  ])
  func `a bad SoundFont is refused with its path and what is the matter`(
    name: String, matter: String
  ) throws {
    let place = try Workplace()
    let kit = try Workplace.bundledKit()
    switch name {
    case "empty.sf2": _ = try place.write(name, "")
    case "text.sf2": _ = try place.write(name, "SoundFonts are binary.\n")
    case "foreign.sf2":
      _ = try place.write(name, [0x7F, 0x45, 0x4C, 0x46, 0, 1, 2, 3] + kit[8..<99])
    case "cut.sf2": _ = try place.write(name, Array(kit.prefix(kit.count / 2)))
    case "melodic.sf2": _ = try place.write(name, try melodic(kit))
    default: break
    }
    let file = "\(place.path)/\(name)"
    try expectRefusal(["kit", "show", file], naming: file, [matter])
    try expectRefusal(
      ["render", "rock", "--soundfont", file, "-o", "\(place.path)/x.wav"], naming: file, [matter])
    try expectRefusal(["run", "rock", "--soundfont", file] + quietly, naming: file, [matter])
  }

  /// The kit with every preset moved from bank 128 to bank 0 (SoundFont 2.04, 7.2).
  private func melodic(_ kit: [UInt8]) throws -> [UInt8] {
    var bytes = kit
    let name = Array("phdr".utf8)
    let found = bytes.indices.last { bytes[$0...].starts(with: name) }
    let start = try #require(found) + 8
    let size = bytes[start - 4..<start].reversed().reduce(0) { $0 << 8 | Int($1) }
    for record in stride(from: start, to: start + size, by: 38) {
      bytes.replaceSubrange(record + 22..<record + 24, with: [0, 0])
    }
    return bytes
  }

  @Test(arguments: ["5", "5000"])
  func `a polyphony out of range is refused`(voices: String) throws {
    let outcome = try GhostnoteProgram.run("run", "rock", "--polyphony", voices)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--polyphony: expected 16–4096 voices, found \(voices)"))
  }

  @Test func `an unwritable output is refused, and nothing is left of it`() throws {
    let place = try Workplace()
    let nowhere = "\(place.path)/no/such/folder"
    for name in ["x.wav", "x.mid"] {
      try expectRefusal(
        ["render", "rock", "-o", "\(nowhere)/\(name)"], naming: "\(nowhere)/\(name)",
        ["cannot be written", "choose another path"])
    }
    try expectRefusal(
      ["run", "--audio", "wav:\(nowhere)/x.wav", "--midi", "none", "--quiet"],
      naming: "\(nowhere)/x.wav", ["cannot be written"])
    try expectRefusal(
      ["render", "rock", "--stems", "-o", "\(nowhere)/x.wav"], naming: "\(nowhere)/x-kick.wav",
      ["cannot be written"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
  }

  @Test(arguments: ["folder", "pipe"])
  func `what is not a file is never replaced by an output, and nothing is left beside it`(
    kind: String
  ) throws {
    let place = try Workplace()
    let manager = FileManager.default
    let names = ["taken.mid", "taken.wav"]
    for name in names {
      let taken = "\(place.path)/\(name)"
      if kind == "pipe" {
        try #require(unsafe mkfifo(taken, 0o600) == 0)
      } else {
        try manager.createDirectory(atPath: taken, withIntermediateDirectories: true)
      }
      try expectRefusal(
        ["render", "rock", "-o", taken], naming: taken,
        ["cannot be written", "choose another path"])
    }
    let taken = "\(place.path)/taken.wav"
    try expectRefusal(
      ["run", "--audio", "wav:\(taken)", "--midi", "none", "--quiet"], naming: taken,
      ["cannot be written"])
    #expect(try manager.contentsOfDirectory(atPath: place.path).sorted() == names)
    for name in names {
      let attributes = try manager.attributesOfItem(atPath: "\(place.path)/\(name)")
      #expect(attributes[.type] as? FileAttributeType != .typeRegular)
    }
  }

  @Test(.enabled(if: SmallDisk.isAvailable))
  func `a full disk is given as the reason, and what was there stays`() throws {
    let disk = try SmallDisk(bytes: 65_536)
    let (old, output) = (Data("older music".utf8), "\(disk.path)/x.mid")
    _ = try disk.write("x.mid", old)
    let room = unsafe open("\(disk.path)/filler", O_WRONLY | O_CREAT, 0o600)
    try #require(room >= 0)
    defer { close(room) }
    let block = [UInt8](repeating: 1, count: 4_096)
    while unsafe write(room, block, block.count) > 0 {}
    for arguments in [
      ["render", "rock", "-o", output], ["patch", "export", "rock", "-o", output],
    ] {
      try expectRefusal(arguments + ["--overwrite"], naming: output, ["written: the disk is full"])
      #expect(FileManager.default.contents(atPath: output) == old)
      #expect(try disk.names() == ["filler", "x.mid"])
    }
  }

  @Test func `an output goes where a link leads`() throws {
    let place = try Workplace()
    let link = "\(place.path)/link.mid"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real.mid")
    #expect(try GhostnoteProgram.run("render", "rock", "-o", link).status == 0)
    #expect(try place.read("real.mid").starts(with: "MThd".utf8))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real.mid")
  }

  @Test func `a patch's name works no terminal`() throws {
    let place = try Workplace()
    let json = #"{"format":"ghostnote-patch/1","name":"\u001b[2J\u202eevil\u009b","pattern":{}}"#
    let path = try place.write("x.json", Array(json.utf8))
    for arguments in [
      ["patch", "show", path], ["patch", "check", path], ["patch", "show", "--json", path],
    ] {
      let run = try GhostnoteProgram.start(arguments).finish()
      #expect(run.status == 0, "\(run.errors)")
      for text in [run.output, run.errors] {
        #expect(
          !text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" || $0 == "\u{9B}" })
      }
    }
    let unknown = try GhostnoteProgram.run("render", "\u{1B}[2Jno\nsuch", "-o", "x.wav")
    #expect(unknown.status == 1 && !unknown.errors.contains("\u{1B}"))
  }
}
