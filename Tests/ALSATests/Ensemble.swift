import ALSAGate
import Commands
import Control
import Foundation
import GhostnoteTesting
import Ports
import Testing

/// A daemon that follows a master, which also listens to it: all timestamps are of the master's
/// queue.
struct Ensemble {
  let daemon: Daemon
  let master: Peer
  private let queue: Int32

  /// Nanoseconds per tick at 120 bpm.
  static let tick = 60e9 / 24 / 120

  /// The master sends to `clock-in` if it is chosen by name, else to `in`.
  init(_ arguments: [String] = [], byName: Bool = false, ports: [String] = ["out", "clock"]) throws
  {
    master = try Peer("Master")
    queue = try master.startQueue()
    daemon = try Daemon(
      (byName ? ["--clock", "Mast*"] : ["--clock", "midi", "--connect", "Master"]) + arguments)
    let input = byName ? "clock-in" : "in"
    try #require(daemon.session.says("connected Master:port to Ghostnote:\(input)"))
    for port in ports {
      try master.listen(to: daemon.address(of: port), stampedBy: queue)
      try #require(daemon.session.says("connected Ghostnote:\(port) to Master:port"))
    }
  }

  /// Lets the master send `cues`; returns the queue time they are relative to.
  @discardableResult func lead(_ cues: [Cue]) throws -> Int64 {
    try master.lead(cues, by: queue)
  }

  /// The time of tick `number`, for ticks that begin at `start`.
  static func time(ofTick number: Int, from start: Int64) -> Int64 {
    start + Int64(Double(number) * tick)
  }

  /// The daemon's messages up to the `stops`th stop, and those after it.
  func heard(untilStop stops: Int = 1) -> [Peer.Heard] {
    var heard: [Peer.Heard] = []
    #expect(master.listen(into: &heard) { $0.count(where: \.isStop) >= stops })
    #expect(daemon.comesTo { !$0.isRolling })
    return heard + master.heard()
  }

  /// Clock ticks from the beginning to where it is stopped.
  func restingTick() throws -> Int { try daemon.restingTick() }
}

extension [Peer.Heard] {
  /// The note-ons with their times.
  var strokes: [(note: UInt8, at: Int64)] {
    filter(\.isOn).map { ($0.note, $0.stamp.nanoseconds) }
  }
}
