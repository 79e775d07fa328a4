import Foundation
import GhostnoteTesting

/// What the audio thread calls that it must not, and the memory it is the first to touch, over 10 busy
/// minutes of sound.
enum Interposer {
  static func measure() throws -> [Figure] {
    try measure("release", Places.ghostnote) + measure("debug", Places.debugGhostnote)
      + measureCard("release", Places.ghostnote)
  }

  private static func measure(_ name: String, _ program: String) throws -> [Figure] {
    let watch = try AudioThreadWatch()
    let stage = try Stage()
    let daemon = try stage.daemon(
      ["Patches/rock.json", "--play", "--no-autoconnect"] + drummer, program: program,
      environment: watch.variables)
    let clock = try clock(on: stage)
    defer { clock?.end() }
    let minutes = try notes(on: stage)
    try disturb(daemon) { minutes.isAlive }
    // It hears many notes at once and cannot tell their onsets: that is not what it is here for.
    try minutes.finished(accepting: [0, 1])
    daemon.end()
    return [try figure("JACK, \(name)", watch)]
  }

  /// Nothing counted over ten minutes of sound.
  private static func figure(_ name: String, _ watch: AudioThreadWatch) throws -> Figure {
    let counts = try watch.counts()
    let minutes = (counts["frames"] ?? 0) / 48_000 / 60
    let (offences, faults) = (counts["offences"] ?? .nan, counts["late-faults"] ?? .nan)
    return Figure(
      what: "malloc, free, mutex, write; page faults on the audio thread after its first 1024 "
        + "cycles (all), \(name), \(minutes.digits(1)) busy minutes",
      bar: "0; 0",
      ours: offences == 0
        ? "0; \(faults.digits(0)) (\((counts["faults"] ?? .nan).digits(0)))" : counts.offences,
      passes: offences == 0 && faults == 0 && minutes >= 10)
  }

  /// The same on a sound card's thread, before alsa-lib's null device, which takes all at once.
  private static func measureCard(_ name: String, _ program: String) throws -> [Figure] {
    let watch = try AudioThreadWatch()
    let daemon = try Running(
      program,
      [
        "run", "Patches/rock.json", "--play", "--audio", "alsa", "--alsa-device", "null", "--midi",
        "none", "--control", "stdin",
      ] + drummer, environment: watch.variables)
    try daemon.waits(for: "ready", seconds: 30)
    let begin = ContinuousClock.now
    // The device plays faster than life, but keeps no time of its own: long enough for ten minutes.
    try disturb(daemon) { ContinuousClock.now < begin + .seconds(600) }
    daemon.end()
    return [try figure("ALSA PCM, \(name)", watch)]
  }

  /// The option for the model, if one is available.
  private static var drummer: [String] { (try? DrummerLive.model()).map { ["--model", $0] } ?? [] }

  /// A clock with jitter that is followed at times, if it is available.
  private static func clock(on stage: Stage) throws -> Running? {
    let path = "/usr/bin/jack_midi_clock"
    guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
    return try stage.start(path, ["-b", "133", "-d", "0", "-J", "10", "ghostnote:clock_in"])
  }

  /// Random notes for ten minutes of the server's time, in freewheel mode.
  private static func notes(on stage: Stage) throws -> Running {
    let notes = (35...60).flatMap { ["--note", "\($0)"] }
    return try stage.start(
      Places.judge("jack_latency"),
      [
        "--to", "ghostnote:midi_in", "--from", "ghostnote:out_left", "--freewheel", "--hits",
        "27500", "--gap-ms", "2:42",
      ] + notes)
  }

  /// Commands of every kind meanwhile.
  private static func disturb(_ daemon: Running, while isBusy: () -> Bool) throws {
    let lines = [
      "tempo 174.5", "step kick 5 100", "hit crash 120", "kit 0", "panic", "stop", "play",
      "tempo 61", "level snare -3", "load funk", "mute kick on", "locate 3", "load rock",
      "pan tom1 -0.5", "continue", "loop off", "loop on", "decay crash 0.3", "play", "choke kick 3",
      "clock source jack", "play", "clock send timebase on", "tempo 99", "locate 9",
      "clock source midi", "clock offset 3.5", "clock send stopped on", "stop", "play",
      "clock lost stop", "clock source auto", "clock send off", "clock send on",
      "clock send timebase off", "clock source internal", "clock send stopped off",
      "drummer on", "play", "drummer style jazz", "drummer fill", "drummer listen 0.5", "locate 41",
      "drummer lock", "drummer answer 1", "drummer release", "drummer seed 5", "drummer off",
    ]
    var next = 0
    while isBusy() {
      try daemon.say(lines[next % lines.count])
      next += 1
      usleep(20_000)
    }
  }
}

extension AudioThreadWatch {
  /// `environment` as a dictionary.
  fileprivate var variables: [String: String] {
    Dictionary(environment.map { ($0.name, $0.value) }) { $1 }
  }
}
