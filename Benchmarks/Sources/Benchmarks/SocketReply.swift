import ControlSocket
import Foundation

/// From a command on the control socket to its reply.
enum SocketReply {
  private static let commands = 2_000

  static func measure() throws -> [Figure] {
    let daemon = try Running(
      Places.ghostnote, ["run", "rock", "--play", "--audio", "silent", "--midi", "none"])
    defer { daemon.end() }
    try daemon.waits(for: "ready")
    let folder = SocketFolder(path: "\(Places.runtime)/ghostnote")
    let overtaking = try stopDuringLoad(folder)
    let alone = try replies(ControlClient(name: nil, in: folder))
    let watchers = try (0..<8).map { _ in try ControlClient(name: nil, in: folder) }
    let readers = watchers.map { watcher in
      Thread {
        _ = watcher.request("watch state hits levels ahead log")
        while watcher.nextLine() != nil {}
      }
    }
    for reader in readers { reader.start() }
    sleep(1)
    let watched = try replies(ControlClient(name: nil, in: folder))
    return overtaking + [
      figure("1 client", alone, 0.2), figure("8 more watching everything", watched, 0.5),
    ]
  }

  private static func figure(_ clients: String, _ sample: Sample, _ bar: Double) -> Figure {
    Figure(
      what: "command to reply on the socket, \(clients), median of \(commands) (least), ms",
      bar: "≤ \(bar.digits(1))", ours: "\(sample.median.digits(3)) (\(sample.minimum.digits(3)))",
      passes: sample.median <= bar)
  }

  /// Milliseconds from sending a command to having its reply.
  private static func replies(_ client: ControlClient) throws -> Sample {
    Sample(
      try (0..<commands).map { index in
        let start = ContinuousClock.now
        guard case .ok = client.request("level snare -\(index % 6)", within: 5_000) else {
          throw Failure("the daemon did not carry out a level")
        }
        let time = (ContinuousClock.now - start) / .milliseconds(1)
        // At the pace of a fader rather than of a flood.
        usleep(1_000)
        return time
      })
  }
}
