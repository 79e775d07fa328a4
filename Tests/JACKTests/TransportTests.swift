import Clock
import Commands
import GhostnoteTesting
import JACKClient
import MusicalTime
import Testing

/// The conductor's settings, and the same in quarter notes; a tick of 0 is none.
struct OthersTimebase: Sendable {
  let words: String
  let bpm: Double
  let tick: Double
}

private let othersTimebases = [
  OthersTimebase(words: "123.45 4 4 offset", bpm: 123.45, tick: 0),
  OthersTimebase(words: "123.45 4 4", bpm: 123.45, tick: 1.0 / 960),
  OthersTimebase(words: "90 3 4 nostart", bpm: 90, tick: 1.0 / 960),
  OthersTimebase(words: "174.5 7 8 offset", bpm: 87.25, tick: 0),
  OthersTimebase(words: "60 6 8 nostart", bpm: 30, tick: 0.5 / 960),
  OthersTimebase(words: "100 2 2", bpm: 200, tick: 2.0 / 960),
]

extension JACKTests {
  @Test func `the transport is read frame by frame while another client controls it`() throws {
    let server = try JACKServer()
    let bench = Bench(server)
    try #require(bench.session.waitUntilSettled() == .connected)
    let conductor = try Conductor(on: server)
    #expect(eventually { bench.reports.count > 10 })
    #expect(bench.reports.allSatisfy { $0.motion == .stopped && $0.frame == 0 })
    try conductor.ask("roll")
    #expect(bench.rolling(100).count >= 100)
    try conductor.ask("locate 480001")
    let located = bench.rolling(100, from: 480_001)
    #expect(located.first?.frame == 480_001)
    try conductor.ask("stop")
    #expect(eventually { bench.reports.last?.motion == .stopped })
    let reports = bench.reports
    for (one, next) in zip(reports, reports.dropFirst()) where one.motion == .rolling {
      let isOnward = next.frame == one.frame + 128
      #expect(isOnward || next.frame == 480_001, "\(one.frame) to \(next.frame)")
    }
    #expect(reports.allSatisfy { $0.timebase == nil })
    #expect(reports.contains { $0.motion == .starting })
  }

  @Test func `another client's bars and beats are read in quarter notes`() throws {
    let server = try JACKServer()
    let bench = Bench(server)
    try #require(bench.session.waitUntilSettled() == .connected)
    let conductor = try Conductor(on: server)
    for (index, master) in othersTimebases.enumerated() {
      let begin = Int64(9_000_001 * (index + 1))
      #expect(try conductor.ask("master \(master.words)") == ["ok"])
      try conductor.ask("locate \(begin)")
      try conductor.ask("roll")
      let reports = bench.rolling(200, from: begin)
      let othersView = try conductor.ask("state")
      try #require(reports.count >= 200, "\(bench.reports.suffix(1)), \(othersView)")
      for report in reports { try expect(report, toAgreeWith: master) }
      try conductor.ask("stop")
      #expect(eventually { bench.reports.last?.motion == .stopped })
    }
  }

  private func expect(_ report: TransportReport, toAgreeWith master: OthersTimebase) throws {
    let timebase = try #require(report.timebase)
    let perFrame = master.bpm / 60 / 48_000
    let late = Double(report.frame) * perFrame - timebase.beat.inBeats
    #expect(abs(timebase.grain.inBeats - master.tick) < 1e-6)
    #expect(timebase.tempo.bpm == master.bpm)
    // The master rounds its offset to frames; without one it drops fractions of a tick.
    if master.tick == 0 {
      #expect(abs(late) <= perFrame * 0.51)
    } else {
      #expect(late > -1e-6 && late < master.tick + 1e-6, "\(late)")
    }
  }

  @Test func `invalid bars and beats are ignored`() throws {
    let server = try JACKServer()
    let bench = Bench(server)
    try #require(bench.session.waitUntilSettled() == .connected)
    let conductor = try Conductor(on: server)
    try conductor.ask("locate 480000")
    try conductor.ask("roll")
    _ = bench.rolling(10, from: 480_000)
    let nonsense = [
      "0", "-120", "nan", "inf", "1e30", "0.5", "1500", "120 0", "120 nan", "120 -4", "120 4 0",
      "120 4 nan", "120 4 -4 offset",
    ]
    for master in nonsense {
      #expect(try conductor.ask("master 120") == ["ok"])
      #expect(eventually { bench.reports.last?.timebase != nil })
      #expect(try conductor.ask("master \(master)") == ["ok"])
      let reports = bench.coming(10)
      #expect(reports.count >= 10 && reports.allSatisfy { $0.timebase == nil }, "\(master)")
    }
  }

  @Test
  func
    `the session starts, stops and relocates the transport, before and after the server's death`()
    throws
  {
    let server = try JACKServer()
    let bench = Bench(server)
    try #require(bench.session.waitUntilSettled() == .connected)
    for round in 1...2 {
      let conductor = try Conductor(on: server)
      func state(is expected: String) -> Bool {
        eventually { (try? conductor.ask("state"))?.first?.hasPrefix(expected) == true }
      }
      bench.session.locate(frame: 96_000)
      #expect(state(is: "stopped 96000"))
      bench.session.roll()
      #expect(state(is: "rolling"))
      bench.session.stopTransport()
      bench.session.locate(frame: -1)
      #expect(state(is: "stopped 0"))
      bench.session.locate(frame: 1 << 40)
      #expect(state(is: "stopped \(UInt32.max)"))
      conductor.leave()
      server.kill()
      bench.session.roll()
      bench.session.locate(frame: 5)
      #expect(eventually { bench.downs == round })
      bench.session.roll()
      try server.start()
      #expect(eventually { bench.ups == round + 1 })
      // Requests made while there was no server are dropped.
      let reports = bench.coming(50)
      #expect(reports.count >= 50)
      #expect(reports.allSatisfy { $0.motion == .stopped && $0.frame == 0 })
    }
  }
}
