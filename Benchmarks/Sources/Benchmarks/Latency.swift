/// From a note to its sound in frames, at random frames on a JACK server with 128-frame periods.
enum Latency {
  private struct Measured {
    let frames: Sample
    var spread: Double { frames.maximum - frames.minimum }
    var distance: Double
  }

  static func measure() throws -> [Figure] {
    try measure("freewheel", ["--hits", "1000", "--gap-ms", "400:700", "--freewheel"])
      + measure("live", ["--hits", "60", "--gap-ms", "400:700"])
  }

  private static func measure(_ mode: String, _ options: [String]) throws -> [Figure] {
    let stage = try Stage()
    let daemon = try stage.daemon(["--no-autoconnect"])
    let ours = try judge(stage, "ghostnote:midi_in", "ghostnote:out_left", options)
    daemon.end()
    let client = try stage.client()
    let floor = try judge(stage, "fluid_client:midi_in", "fluid_client:out_left", options)
    client.end()
    let player = try stage.fluidsynth()
    let peer = try judge(stage, "fs:midi_00", "fs:left", options)
    player.end()
    return figures(mode, ours, floor, peer)
  }

  private static func figures(
    _ mode: String, _ ours: Measured, _ floor: Measured, _ peer: Measured
  ) -> [Figure] {
    let what = "pad → onset, \(mode), \(ours.frames.count) hits"
    return [
      Figure(
        what: "\(what): spread, frames (earliest)", bar: "≤ 64, never early",
        ours: "\(ours.spread.digits(0)) (\(ours.frames.minimum.digits(0)))",
        peer: "CLI \(peer.spread.digits(0)) (\(peer.frames.minimum.digits(0))), "
          + "C \(floor.spread.digits(0)) (\(floor.frames.minimum.digits(0)))",
        ratio: ours.spread / peer.spread,
        passes: ours.spread <= 64 && ours.frames.minimum >= 0),
      Figure(
        what: "\(what): mean distance from the note's frame", bar: "< CLI",
        ours: "\(ours.distance.digits(1)) frames",
        peer: "CLI \(peer.distance.digits(1)), C \(floor.distance.digits(1))",
        ratio: ours.distance / peer.distance, passes: ours.distance < peer.distance),
      Figure(
        what: "\(what): jitter (std)", bar: "< CLI",
        ours: "\(ours.frames.deviation.digits(1)) frames",
        peer: "CLI \(peer.frames.deviation.digits(1)), C \(floor.frames.deviation.digits(1))",
        ratio: ours.frames.deviation / peer.frames.deviation,
        passes: ours.frames.deviation < peer.frames.deviation),
      Figure(
        what: "\(what): signed mean (the CLI plays before the note's frame)",
        bar: "reported only",
        ours: "\(ours.frames.mean.digits(1)) frames",
        peer: "CLI \(peer.frames.mean.digits(1)), C \(floor.frames.mean.digits(1))"),
    ]
  }

  private static func judge(
    _ stage: Stage, _ input: String, _ output: String, _ options: [String]
  ) throws -> Measured {
    let arguments = ["--to", input, "--from", output, "--csv"] + options
    let text = try stage.start(Places.judge("jack_latency"), arguments).finished().text
    let rows = text.split(separator: "\n").map { $0.split(separator: ",") }
    let frames = rows.compactMap { $0.count == 5 ? Double($0[3]) : nil }
    guard !frames.isEmpty else { throw Failure("no onsets: \(text.suffix(300))") }
    return Measured(frames: Sample(frames), distance: Sample(frames.map(\.magnitude)).mean)
  }
}
