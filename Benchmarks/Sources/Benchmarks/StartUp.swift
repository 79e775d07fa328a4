import Foundation

/// The time from the command to "ready", and the resources of the stopped daemon.
enum StartUp {
  private static let starts = 15

  private struct Rest {
    let name: String
    let daemon: Running
    let processorAtFirst: Double
  }

  static func measure() throws -> [Figure] {
    let stage = try Stage()
    let client = try stage.client()
    defer { client.end() }
    return try starts(on: stage) + rest(on: stage, client)
  }

  private static func starts(on stage: Stage) throws -> [Figure] {
    try [("JACK", ["--audio", "jack"]), ("silent", ["--audio", "silent", "--midi", "none"])].map {
      name, options in
      let times = Sample(
        try (0..<starts).map { _ in
          var daemon: Running?
          let time = try ContinuousClock().measure {
            let started = try stage.start(Places.ghostnote, ["run"] + options)
            try started.waits(for: "ready")
            daemon = started
          }
          daemon?.end()
          return time / .milliseconds(1)
        })
      return Figure(
        what: "start to ready, \(name), median of \(starts) (least, most), ms", bar: "≤ 150",
        ours: "\(times.median.digits(0)) (\(times.minimum.digits(0)), \(times.maximum.digits(0)))",
        passes: times.median <= 150)
    }
  }

  private static func rest(on stage: Stage, _ client: Running) throws -> [Figure] {
    let jack = try stage.daemon()
    let silent = try Running(Places.ghostnote, ["run", "--audio", "silent"])
    try silent.waits(for: "ready")
    // Waits until the work of starting is done.
    sleep(2)
    let rests = try [("JACK, 128 frames", jack), ("silent", silent), ("C client", client)].map {
      Rest(name: $0, daemon: $1, processorAtFirst: try $1.processorSeconds())
    }
    sleep(20)
    let loads = try rests.map { try ($0.daemon.processorSeconds() - $0.processorAtFirst) / 20 }
    return try idle(rests, loads) + memory(rests)
  }

  private static func idle(_ rests: [Rest], _ loads: [Double]) -> [Figure] {
    zip(rests, loads).dropLast().map { rest, load in
      Figure(
        what: "idle, stopped, \(rest.name): of a core, over 20 s", bar: "< 1 %",
        ours: "\((100 * load).digits(2)) %",
        peer: rest.name == "silent" ? "–" : "C \((100 * (loads.last ?? 0)).digits(2)) %",
        passes: load < 0.01)
    }
  }

  private static func memory(_ rests: [Rest]) throws -> [Figure] {
    let client = rests.last?.daemon
    return try rests.dropLast().map { rest in
      let all = try rest.daemon.megabytes("VmRSS")
      let shared = try rest.daemon.megabytes("RssShmem")
      let peer = try client.map { try $0.megabytes("VmRSS") - $0.megabytes("RssShmem") } ?? 0
      return Figure(
        what: "resident memory, \(rest.name), less the server's shared pages, MB", bar: "≤ 60",
        ours: "\((all - shared).digits(1)) (and \(shared.digits(1)) of jackd's)",
        peer: "C \(peer.digits(1))", ratio: (all - shared) / peer, passes: all - shared <= 60)
    }
  }
}
