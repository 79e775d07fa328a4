import Commands
import Foundation
import GhostnoteTesting
import Testing

/// `ghostnote train` where the disk is full.
extension CommandLineTests {
  /// Twenty takes of four bars, of which some are for validation.
  private func lessons() throws -> Workplace {
    let place = try Workplace()
    let patch = try place.patch(
      "beat.json", ["kick": "x...x...", "snare": "....x...", "closedHat": "x.x.x.x."])
    let take = "\(place.path)/take.mid"
    #expect(try GhostnoteProgram.run("render", patch, "--bars", "4", "-o", take).status == 0)
    let bytes = try place.read("take.mid")
    let folder = "\(place.path)/lessons"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for number in 0..<20 { _ = try place.write("lessons/\(number).mid", bytes) }
    return place
  }

  /// Begins to train without an end in sight, and waits until it `hasCome` so far.
  private func train(
    _ arguments: [String], until hasCome: (Spawned) -> Bool
  ) throws -> Spawned {
    let program = try GhostnoteProgram.start(["train"] + arguments)
    let isThere = eventually(within: 30) { hasCome(program) || program.hasEnded }
    #expect(isThere && !program.hasEnded, "\(program.errors)")
    return program
  }

  @Test(arguments: [[], ["--design", "classic"]])
  func `a model that is there is written over only where that is asked for`(design: [String]) throws
  {
    let place = try lessons()
    let model = try place.write("m.safetensors", "the work of hours")
    let arguments = ["train", "\(place.path)/lessons", "-o", model, "--size", "8", "--epochs", "1"]
    let refused = try GhostnoteProgram.start(arguments + design).finish()
    #expect(refused.status == 1)
    #expect(
      refused.errorLines.last
        == "Error: \(model): the file exists; choose another path, or use --overwrite"
    )
    #expect(try place.read("m.safetensors") == Array("the work of hours".utf8))
    let trained = try GhostnoteProgram.start(arguments + design + ["--overwrite"]).finish()
    #expect(trained.status == 0, "\(trained.errors)")
    #expect(try place.read("m.safetensors").count > 1_000)
  }

  @Test func `a tilde in the paths of a training is the home folder`() throws {
    let place = try lessons()
    let outcome = try GhostnoteProgram.run(
      "train", "~/lessons", "-o", "~/m.safetensors", "--log", "~/l.jsonl", "--plot", "~/l.svg",
      "--size", "8", "--epochs", "1", environment: [("HOME", place.path)])
    #expect(outcome.status == 0, "\(outcome.errors)")
    for name in ["m.safetensors", "l.jsonl", "l.svg"] { #expect(try !place.read(name).isEmpty) }
  }

  @Test func `the licence beside the recordings is read, and a README that is a pipe is not`()
    throws
  {
    let place = try lessons()
    try #require(unsafe mkfifo("\(place.path)/lessons/README", 0o600) == 0)
    _ = try place.write("lessons/LICENSE", "For tests only\n")
    let model = "\(place.path)/m.safetensors"
    let trained = try GhostnoteProgram.run(
      "train", "\(place.path)/lessons", "-o", model, "--size", "8", "--epochs", "1")
    #expect(trained.status == 0, "\(trained.errors)")
    let shown = try GhostnoteProgram.run("drummer", "show", model)
    #expect(shown.output.contains("For tests only"), "\(shown.errors)")
  }

  @Test func `a card has the folder's name, and of long texts the beginning of the first line`()
    throws
  {
    struct Card: Decodable {
      let name, data, licence: String
    }
    let place = try lessons()
    let clause = String(repeating: "and so on ", count: 80)
    // With the line ends of Windows.
    _ = try place.write("lessons/LICENSE", "For tests only\r\n\r\n\(clause)\r\n")
    // All of it is one line that is too long for a card.
    _ = try place.write("lessons/README", clause)
    let train =
      "cd '\(place.path)/lessons' && exec '\(GhostnoteProgram.path)' train . -o ../m.safetensors "
      + "--size 8 --epochs 1"
    let program = try GhostnoteProgram.start(by: "/bin/sh", ["-c", train])
    program.closeInput()
    let trained = program.finish()
    #expect(trained.status == 0, "\(trained.errors)")
    let shown = try GhostnoteProgram.run(
      "drummer", "show", "\(place.path)/m.safetensors", "--json")
    let card = try JSONDecoder().decode(Card.self, from: Data(shown.output.utf8))
    #expect(card.name == "lessons" && card.licence == "For tests only")
    #expect(card.data.hasPrefix(clause.prefix(600) + " ("))
  }

  @Test(arguments: [
    (["--log", "m.safetensors"], "m.safetensors: both -o and --log would be written there"),
    (
      ["--log", "./m.checkpoint.safetensors"],
      "m.checkpoint.safetensors: both the checkpoint and --log would be written there"
    ),
    (["--log", "a.svg", "--plot", "link/a.svg"], "a.svg: both --log and --plot would be written"),
    (["--log", "notes.txt"], "notes.txt: the file exists; choose another path"),
    (["--plot", "old.svg"], "old.svg: the file exists; choose another path, or use --overwrite"),
    (["--log", "lessons/README", "--overwrite"], "lessons/README: the file is read too"),
    (["--log", "lessons/3.mid", "--overwrite"], "lessons/3.mid: the file is read too"),
    (["--log", "pads.json", "--map", "pads.json"], "pads.json: the file is read too"),
  ])
  func `a training writes over no file of its own, none that it reads, and no other unasked`(
    options: [String], problem: String
  ) throws {
    let place = try Workplace()
    try FileManager.default.createDirectory(
      atPath: "\(place.path)/lessons", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(place.path)/link", withDestinationPath: ".")
    let files = ["lessons/README", "lessons/3.mid", "notes.txt", "old.svg"]
    for name in files { _ = try place.write(name, name) }
    _ = try place.write("pads.json", #"{"36": "kick"}"#)
    let words = ["train", "lessons", "-o", "m.safetensors", "--size", "8", "--epochs", "1"]
    let line = ([GhostnoteProgram.path] + words + options).map { "'\($0)'" }
    let program = try GhostnoteProgram.start(
      by: "/bin/sh", ["-c", "cd '\(place.path)' && exec \(line.joined(separator: " "))"])
    program.closeInput()
    let refused = program.finish()
    #expect(refused.status == 1 && refused.errors.contains(problem), "\(refused.errors)")
    for name in files { #expect(try place.read(name) == Array(name.utf8)) }
  }

  /// Trains until an epoch has ended, and stops; returns what was said.
  @discardableResult
  private func trainAnEpoch(_ arguments: [String]) throws -> Spawned.Outcome {
    let begun = try train(arguments) { $0.output.contains(/epoch \d+:/) }
    begun.signal(SIGINT)
    let stopped = begun.finish()
    #expect(stopped.status == 130, "\(stopped.errors)")
    return stopped
  }

  @Test func `a resumed training replaces its own log and plot, and others with --overwrite`()
    throws
  {
    let place = try lessons()
    let words = ["\(place.path)/lessons", "-o", "\(place.path)/m.safetensors"]
    let endless = ["--size", "8", "--epochs", "10000", "--patience", "10000"]
    let own = ["--log", "\(place.path)/l.jsonl", "--plot", "\(place.path)/l.svg"]
    try trainAnEpoch(words + endless + own)
    let (log, plot) = (try place.read("l.jsonl"), try place.read("l.svg"))
    let others = [
      ("--log", "notes.txt", "notes"), ("--log", "other.jsonl", #"{"epoch":1,"seconds":2.5}"#),
      ("--plot", "drawing.svg", "<svg></svg>"),
    ]
    for (option, name, text) in others {
      let path = try place.write(name, text)
      let refused = try GhostnoteProgram.start(["train"] + words + ["--resume", option, path])
        .finish()
      #expect(refused.status == 1)
      #expect(
        refused.errorLines.last
          == "Error: \(path): the file exists; choose another path, or use --overwrite")
      #expect(try place.read(name) == Array(text.utf8))
    }
    try trainAnEpoch(words + ["--resume"] + own)
    #expect(try place.read("l.jsonl").starts(with: log))
    #expect(try place.read("l.svg") != plot)
    let asked = ["--log", "\(place.path)/notes.txt", "--overwrite"]
    let stopped = try trainAnEpoch(words + ["--resume"] + asked)
    #expect(try place.read("notes.txt").starts(with: log))
    // What it says to resume with works, also where no epoch has ended.
    #expect(stopped.errors.contains(" --resume --overwrite --log "), "\(stopped.errors)")
  }

  @Test func `the measurements of the bundled kits are not written over their SoundFont`() throws {
    let place = try Workplace()
    let path = "\(place.path)/x.sf2"
    let refused = try GhostnoteProgram.run("soundfont", "make", "-o", path, "--readme", path)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("\(path): both -o and --readme would be written there"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(.enabled(if: SmallDisk.isAvailable))
  func `a full disk leaves the model and the checkpoint as they were`() throws {
    let place = try lessons()
    let lessons = "\(place.path)/lessons"
    let begun = try train(
      [lessons, "-o", "\(place.path)/m.safetensors", "--size", "8", "--epochs", "10000"]
        + ["--patience", "10000"]
    ) { $0.output.contains("epoch 1:") }
    begun.signal(SIGINT)
    let pause = begun.finish()
    #expect(pause.status == 130, "\(pause.errors)")

    let checkpoint = Data(try place.read("m.checkpoint.safetensors"))
    let model = Data("an older model".utf8)
    // Room for the old ones and for a part of a new one, so that it is full in the midst.
    let disk = try SmallDisk(bytes: checkpoint.count + 300_000)
    let path = try disk.write("m.safetensors", model)
    let checkpointPath = try disk.write("m.checkpoint.safetensors", checkpoint)
    let problem = "\(checkpointPath): cannot be written: the disk is full; choose another path"
    let resumed = try train([lessons, "-o", path, "--resume"]) {
      $0.errors.contains("ghostnote: \(problem); training continues\n")
    }
    resumed.signal(SIGINT)
    let outcome = resumed.finish()
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.last == "Error: \(problem)")
    #expect(try disk.names() == ["m.checkpoint.safetensors", "m.safetensors"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: checkpointPath)) == checkpoint)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == model)
  }
}
