import Clock
import CommandText
import Commands
import Control
import Dispatch
import Drummer
import Foundation
import GhostnoteTesting
import LiveDrummer
import MIDI
import MIDIFiles
import MusicalTime
import PatchFiles
import Playback
import Rhythm
import Sequencing

/// A machine on an engine that plays two blocks after each line, with a drummer.
///
/// A line is a command, after `+` one of a gesture; after `<` it is messages of three bytes that arrive before the blocks.
enum MachineDoor {
  private static let tables = DrummerTables(DrummerModel.random())
  private static let files = ["drums.mid", "made.mid", "none.mid", "made"]
  /// What `drums.mid` holds.
  private static let drums: [UInt8] = {
    let hits = (0..<32).map { step in
      Hit(
        drum: step % 4 == 0 ? .kick : .closedHat, velocity: StepNotation.hit,
        beat: Beats(Int64(step), over: 4))
    }
    return StandardMIDIFile(
      hits.map { Cue($0) }, tempi: [TempoMap.Change(BeatDuration(.standard), at: .zero)],
      end: Beats(8)
    ).bytes
  }()
  private static let shelf: [String: Patch] = {
    var chance = SplitMix64(seed: 1)
    return [
      "a.json": Patch(name: "fuzz"), "b.json": .random(using: &chance),
      "c.json": .random(using: &chance),
    ]
  }()

  /// Lays the files of the folder that the fuzzer runs in.
  static func open() {
    for file in files { try? FileManager.default.removeItem(atPath: file) }
    guard (try? Data(drums).write(to: URL(fileURLWithPath: files[0]))) != nil else {
      fatalError("can't write \(files[0]) in \(FileManager.default.currentDirectoryPath)")
    }
  }

  static func take(_ bytes: [UInt8]) {
    let moves = bytes.split(separator: 0x0A).prefix(32).compactMap(Move.init)
    guard !moves.isEmpty else { return }
    let patch = Patch(name: "fuzz")
    let engine = Engine(EngineConfiguration(), program: Program(patch))
    let audio = engine.audio
    let drummer = LiveDrummer(
      settings: patch.drummer, engine: engine.drummer,
      loadDrummer: FakeDrummer(humanisingTables: tables).loadDrummer)
    let machine = Machine(
      patch: patch, path: "a.json", kitName: "first", engine: engine.control,
      kits: FakeKitPlayer(), store: InMemoryPatchStore(shelf), clock: ClockSetup(),
      devices: FakeClockDevices(),
      drummer: drummer)
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      var frames: Int64 = 0
      for move in moves {
        switch move {
        case .command(let command): _ = try? await machine.perform(command)
        case .messages(let messages):
          for message in messages { audio.stage(message, offset: 0) }
        }
        drummer.catchUp(atMost: 8)
        for count in [128, 4_096] {
          let now = HostTime(nanoseconds: frames * 1_000_000_000 / 48_000)
          audio.process(BlockTime(frames: count, began: now, heard: now))
          frames += Int64(count)
        }
        _ = await machine.attend()
        _ = await machine.drawing()
        _ = await machine.status().text
      }
      done.signal()
    }
    done.wait()
    if moves.contains(where: \.writes) { open() }
  }

  private enum Move {
    case command(Command)
    case messages([ShortMessage])

    init?(_ line: ArraySlice<UInt8>) {
      if line.first == UInt8(ascii: "<") {
        let bytes = Array(line.dropFirst())
        self = .messages(
          stride(from: 0, to: bytes.count - 2, by: 3).map {
            ShortMessage(status: bytes[$0], data1: bytes[$0 + 1], data2: bytes[$0 + 2])
          })
        return
      }
      let isOfGesture = line.first == UInt8(ascii: "+")
      let text = String(decoding: isOfGesture ? line.dropFirst() : line, as: UTF8.self)
      guard let command = try? CommandReader.command(text), let confined = confined(command) else {
        return nil
      }
      self = .command(confined.sent(by: .console, in: isOfGesture ? "g" : nil))
    }

    var writes: Bool {
      guard case .command(let command) = self, case .midiFile(.write) = command.action else {
        return false
      }
      return true
    }
  }

  /// The command, with one of `files` for the file of a disk that it names.
  private static func confined(_ command: Command) -> Command? {
    guard let file = file(of: command) else { return command }
    let arguments = command.arguments.map { $0 == file ? known(file) : $0 }
    return try? CommandTable.command(command.spec.path, arguments.map { .text($0) })
  }

  private static func file(of command: Command) -> String? {
    switch command.action {
    case .midiFile(.read(let file, _)), .midiFile(.write(let file, _, _)): file
    case .drummer(.prime(let file?)): file
    case .groove(.extract(.file(let file), _, _)): file
    default: nil
    }
  }

  private static func known(_ file: String) -> String {
    files[file.utf8.reduce(0) { $0 + Int($1) } % files.count]
  }
}
