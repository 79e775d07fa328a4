import ALSAGate
import Commands
import Control
import Foundation
import GhostnoteTesting
import Sequencing
import Testing

/// A daemon that follows a master, who also listens to it: every stamp is by the master's queue.
struct Ensemble {
  let daemon: Daemon
  let master: Peer
  private let queue: Int32

  /// Nanoseconds from tick to tick at 120 bpm.
  static let tick = 60e9 / 24 / 120

  /// The master leads by `clock-in` where it is chosen by name, else by `in`.
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

  /// Has the master send `cues`; answers the queue's time that they are counted from.
  @discardableResult func lead(_ cues: [Cue]) throws -> Int64 {
    try master.lead(cues, by: queue)
  }

  /// When tick `number` leaves, for ticks that begin at `start`.
  static func time(ofTick number: Int, from start: Int64) -> Int64 {
    start + Int64(Double(number) * tick)
  }

  /// What the daemon says until it has stopped for the `stops`th time, and what it said after.
  func heard(untilStop stops: Int = 1) -> [Peer.Heard] {
    var heard: [Peer.Heard] = []
    #expect(master.listen(into: &heard) { $0.count(where: \.isStop) >= stops })
    #expect(daemon.comesTo { !$0.isRolling })
    return heard + master.heard()
  }

  /// Clock ticks from the top to where it rests.
  func restingTick() throws -> Int { try daemon.restingTick() }
}

extension [Peer.Heard] {
  /// The notes that begin, and when.
  var strokes: [(note: UInt8, at: Int64)] {
    filter(\.isOn).map { ($0.note, $0.stamp.nanoseconds) }
  }
}
