import CommandText
import Commands
import Control
import Dispatch
import Drummer
import GhostnoteTesting
import MusicalTime
import Playback
import Rhythm
import Sequencing
import Synchronization

/// A machine on an engine that plays a block after each line.
enum MachineDoor {
  static func take(_ bytes: [UInt8]) {
    let patch = Patch(name: "fuzz")
    let engine = Engine(EngineConfiguration(), program: Program(patch))
    let audio = engine.audio
    let drummer = LiveDrummer(
      settings: patch.drummer, engine: engine.drummer, audition: ToldDrummer().audition)
    let machine = Machine(
      patch: patch, path: "a.json", kitName: "first", engine: engine.control,
      kits: ToldKitPlayer(), store: Shelf(["a.json": patch]), clock: ClockSetup(),
      devices: ToldClockDevices(), drummer: drummer)
    let commands = bytes.split(separator: 0x0A).prefix(32).compactMap { line in
      try? CommandReader.command(String(decoding: line, as: UTF8.self))
    }.filter(isHarmless)
    guard !commands.isEmpty else { return }
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      for command in commands {
        _ = try? await machine.perform(command)
        let now = HostTime(nanoseconds: 0)
        for frames in [128, 4_096] {
          audio.process(BlockTime(frames: frames, began: now, heard: now))
        }
        _ = await machine.attend()
        _ = await machine.drawing()
        _ = await machine.status().text
      }
      done.signal()
    }
    done.wait()
  }

  /// Whether it leaves the disk of the machine that fuzzes alone.
  private static func isHarmless(_ command: Command) -> Bool {
    switch command.action {
    case .midiFile, .drummer(.prime(file: .some)): false
    case .groove(.extract(.file, _, _)): false
    // Would keep a core busy for minutes: a known limit.
    case .locate(let beat): beat < Beats(4_000)
    default: true
    }
  }
}
