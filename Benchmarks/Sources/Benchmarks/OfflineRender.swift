import Foundation

/// Rendering to a file, compared with `fluidsynth -F` with the same notes and SoundFont, and with
/// real time.
enum OfflineRender {
  private static let rounds = 5

  static func measure() throws -> [Figure] { try busy() + factory() }

  private static func busy() throws -> [Figure] {
    let patch = Places.scratch.appending(path: "busy.json").path
    try busyPatch.write(toFile: patch, atomically: true, encoding: .utf8)
    let song = Places.scratch.appending(path: "busy.mid").path
    let bars = ["--bars", "100"]
    try run(Places.ghostnote, ["render", patch, "-o", song, "--overwrite"] + bars)
    var ratios: (processor: [Double], wall: [Double]) = ([], [])
    var ours: [Double] = []
    var peer: [Double] = []
    for _ in 0..<rounds {
      let mine = try timed {
        try run(
          Places.ghostnote,
          ["render", patch, "--exact", "--soundfont", Places.soundFont, "-o", wave("ours")] + bars)
      }
      let theirs = try timed {
        try run(
          "/usr/bin/fluidsynth",
          [
            "-n", "-i", "-q", "-F", wave("theirs"), "-r", "48000", "-R", "0", "-C", "0", "-g",
            "0.5", "-o", "synth.polyphony=256", "-o", "synth.midi-bank-select=gm",
            Places.soundFont, song,
          ])
      }
      ours.append(mine.processor)
      peer.append(theirs.processor)
      ratios.processor.append(theirs.processor / mine.processor)
      ratios.wall.append(theirs.wall / mine.wall)
    }
    let lengths = try (seconds(of: wave("ours")), seconds(of: wave("theirs")))
    let speed = Sample(ratios.processor).median
    return [
      Figure(
        what: "offline render, busy patch, 100 bars: speed over fluidsynth -F (processor time, s)",
        bar: "≥ 1",
        ours: "\(Sample(ours).median.digits(2)) for \(lengths.0.digits(1)) s of sound",
        peer: "\(Sample(peer).median.digits(2)) for \(lengths.1.digits(1)) s of sound",
        ratio: speed, passes: speed >= 1),
      Figure(
        what: "the same in wall time", bar: "reported only", ours: "–",
        ratio: Sample(ratios.wall).median),
    ]
  }

  private static func factory() throws -> [Figure] {
    var speeds: [Double] = []
    for _ in 0..<rounds {
      let wall = try timed {
        try run(
          Places.ghostnote, ["render", "Patches/rock.json", "--bars", "200", "-o", wave("rock")])
      }.wall
      speeds.append(try seconds(of: wave("rock")) / wall)
    }
    let speed = Sample(speeds).median
    return [
      Figure(
        what: "offline render, Patches/rock.json, 200 bars: times real time in wall time",
        bar: "≥ 100", ours: "\(speed.digits(0)) ×", passes: speed >= 100)
    ]
  }

  private static func wave(_ name: String) -> String {
    Places.scratch.appending(path: "\(name).wav").path
  }

  /// The length of a stereo file at 48 kHz, from its header.
  private static func seconds(of path: String) throws -> Double {
    let handle = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { try? handle.close() }
    let head = try handle.read(upToCount: 128) ?? Data()
    guard let format = head.range(of: Data("fmt ".utf8)), format.upperBound + 16 <= head.count
    else {
      throw Failure("\(path) is not a WAV file")
    }
    let rate = (0..<4).reduce(0) { $0 | Int(head[format.upperBound + 12 + $1]) << (8 * $1) }
    return Double(try handle.seekToEnd()) / Double(rate)
  }

  /// Ten drums on sixteenths at 160 bpm.
  private static var busyPatch: String {
    let drums = [
      "kick", "snare", "closedhat", "openhat", "crash", "ride", "tom1", "tom2", "tom3", "cowbell",
    ]
    let lanes = drums.enumerated().map { index, drum in
      let steps = (0..<16).map { ($0 * (index + 3)) % 5 == 0 ? "." : $0 % 4 == 0 ? "X" : "x" }
      return "{\"drum\": \"\(drum)\", \"steps\": \"\(steps.joined())\"}"
    }
    return """
      {"format": "ghostnote-patch/1", "name": "Busy", "tempo": 160,
       "pattern": {"steps": 16, "stepsPerBeat": 4, "loop": true,
                   "lanes": [\(lanes.joined(separator: ", "))]}}
      """
  }
}
