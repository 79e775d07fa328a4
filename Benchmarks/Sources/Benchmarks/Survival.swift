import Foundation
import GhostnoteTesting

/// How soon sound and connections return after jackd was killed and restarted during playback.
enum Survival {
  private static let deaths = 10

  static func measure() throws -> [Figure] {
    let stage = try Stage()
    let daemon = try stage.daemon(["Patches/techno.json", "--play"])
    try ear(stage, ["--connect", "ghostnote:out_left"])
    var fromStart: [Double] = []
    var fromReady: [Double] = []
    for _ in 0..<deaths {
      // A connection is remembered once the graph has been stable for 25 ms; the listener is
      // faster.
      usleep(200_000)
      stage.server.kill()
      var heard = 0.0
      let all = try ContinuousClock().measure {
        try stage.server.start()
        // It makes no connections: they were restored by the daemon.
        heard = try ear(stage, []).number("sound-ms")
      }
      fromStart.append(all / .seconds(1))
      fromReady.append(heard / 1_000)
    }
    let slowest = Sample(fromStart).maximum
    return [
      Figure(
        what: "jackd killed and restarted \(deaths) × while playing: until its old listener is "
          + "wired and hears it, most (median), s, from the server's start",
        bar: "≤ 2, alive", ours: "\(slowest.digits(2)) (\(Sample(fromStart).median.digits(2)))",
        passes: slowest <= 2 && daemon.isAlive),
      Figure(
        what: "the same from when the server takes clients", bar: "reported only",
        ours: "\(Sample(fromReady).maximum.digits(2)) (\(Sample(fromReady).median.digits(2)))"),
    ]
  }

  @discardableResult private static func ear(
    _ stage: Stage, _ options: [String]
  ) throws -> Report {
    try stage.start(Places.peer("jack_ear"), options).finished()
  }
}
