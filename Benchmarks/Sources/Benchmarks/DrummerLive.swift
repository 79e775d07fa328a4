import Control
import Drummer
import Foundation
import LiveDrummer
import MusicalTime
import Playback
import Rhythm
import Sequencing

/// Whether a drummer on its own thread keeps up, and what its bars cost the audio thread.
enum DrummerLive {
  private static let bars = 10_000
  /// The speed-up over real time; the drummer polls as often per bar as in real time.
  private static let speed = 20.0
  private static let frames = 128
  private static let tempo = Tempo(clampingBPM: 300)

  static func measure() throws -> [Figure] {
    let model = try model()
    let performer = Performer(DrummerTables(try DrummerModel(path: model)))
    return [try starving(performer), try minute(model), cost(performer)]
  }

  /// The model named by `GHOSTNOTE_MODEL`, else the reference's weights beside the checkout.
  static func model() throws -> String {
    let named = ProcessInfo.processInfo.environment["GHOSTNOTE_MODEL"]
    let path = named ?? "../shared/reference/drummer/golden.safetensors"
    guard FileManager.default.fileExists(atPath: path) else {
      throw Failure("\(path): no model found: set GHOSTNOTE_MODEL")
    }
    return path
  }

  private static var settings: DrummerSettings {
    var settings = DrummerSettings()
    settings.isOn = true
    settings.style = "funk"
    return settings
  }

  /// The engine alone, many times faster than real time, with the drummer's real thread.
  private static func starving(_ performer: Performer) throws -> Figure {
    var configuration = EngineConfiguration()
    configuration.tempo = tempo
    let engine = Engine(configuration, program: Program(hits: [], length: Beats(4), loops: true))
    var control = engine.control
    let audio = engine.audio
    let drummer = LiveDrummer(settings: settings, engine: engine.drummer) {
      LoadedDrummer(name: "", styles: Vocabulary.grooveStyles, beginning: performer)
    }
    try drummer.load()
    drummer.start()
    _ = control.send(.play)
    let period = SampleRate.standard.duration(frames: Int64(frames))
    let begin = ContinuousClock.now
    var now = HostTime(nanoseconds: 0)
    var count = 0
    while control.status().position < Beats(4 * Int64(bars)) {
      audio.process(BlockTime(frames: frames, began: now, heard: now))
      now = now.advanced(by: period)
      count += 1
      while control.nextEvent() != nil {}
      // Every 10 ms of music, as often as its thread polls in real time.
      guard count.isMultiple(of: 4) else { continue }
      drummer.wake()
      let due = begin + .nanoseconds(Int64(Double(now.nanoseconds) / speed))
      let ahead = ContinuousClock.now.duration(to: due) / .microseconds(1)
      if ahead > 0 { usleep(UInt32(ahead)) }
    }
    drummer.stop()
    let status = control.status()
    return Figure(
      what: "bars starved of \(bars) at 300 bpm, \(speed.digits(0)) × real time",
      bar: "0", ours: "\(status.starvedBars), \(status.hits) hits",
      passes: status.starvedBars == 0 && status.awaitedBars == 0)
  }

  /// One minute of the daemon in real time.
  private static func minute(_ model: String) throws -> Figure {
    let daemon = try Running(
      Places.ghostnote,
      [
        "run", "--audio", "silent", "--midi", "none", "--control", "stdin", "--drummer", "funk",
        "--bpm", "300", "--model", model, "--play",
      ])
    try daemon.waits(for: "ready")
    let before = try daemon.processorSeconds()
    sleep(60)
    let load = try daemon.processorSeconds() - before
    try daemon.say("drummer status")
    try daemon.waits(for: "starved, ")
    let report = Report(daemon.output)
    let starved = try report.number("bars:")
    daemon.end()
    return Figure(
      what: "bars starved in a minute at 300 bpm, the daemon; share of a core", bar: "0",
      ours: "\(starved.digits(0)); \((load / 60 * 100).digits(1)) %", passes: starved == 0)
  }

  /// A block of the engine with the drummer's bars, compared with the same hits in a pattern.
  private static func cost(_ performer: Performer) -> Figure {
    var drummer = performer
    let direction = BarDirection(settings: settings, tempo: tempo)
    let music = (0..<64).map { _ in drummer.play(direction).hits }
    let hits = music.enumerated().flatMap { bar, hits in
      hits.map { hit in
        Hit(drum: hit.drum, velocity: hit.velocity, beat: hit.beat + Beats(4 * Int64(bar)))
      }
    }
    let pattern = Program(hits: hits, length: Beats(4 * 64), loops: true)
    let empty = Program(hits: [], length: Beats(4), loops: true)
    var times: (bars: [Double], pattern: [Double]) = ([], [])
    for _ in 0..<9 {
      times.bars.append(block(of: empty, music))
      times.pattern.append(block(of: pattern, []))
    }
    let ours = Sample(times.bars).minimum
    let peer = Sample(times.pattern).minimum
    return Figure(
      what: "block of the engine, the drummer's bars and the same hits in a pattern, mean µs",
      bar: "≤ 0.05 µs more", ours: ours.digits(3), peer: peer.digits(3), ratio: ours / peer,
      passes: ours - peer <= 0.05)
  }

  private static func block(of program: Program, _ music: [[Hit]]) -> Double {
    var configuration = EngineConfiguration()
    configuration.tempo = tempo
    let engine = Engine(configuration, program: program)
    var control = engine.control
    let audio = engine.audio
    var drummer = engine.drummer
    for (bar, hits) in music.prefix(60).enumerated() {
      _ = drummer.send(.bar(CompiledBar(number: Int64(bar), hits: hits)))
    }
    _ = drummer.send(.plays(!music.isEmpty))
    _ = control.send(.play)
    let period = SampleRate.standard.duration(frames: Int64(frames))
    var now = HostTime(nanoseconds: 0)
    // 60 bars of 0.8 s.
    let blocks = 60 * 38_400 / frames - 100
    let begin = microseconds()
    for _ in 0..<blocks {
      audio.process(BlockTime(frames: frames, began: now, heard: now))
      now = now.advanced(by: period)
    }
    return (microseconds() - begin) / Double(blocks)
  }
}
