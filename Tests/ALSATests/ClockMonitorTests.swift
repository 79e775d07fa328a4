import CALSA
import ClockMonitor
import Commands
import Foundation
import GhostnoteTesting
import Testing

extension ALSATests {
  @Suite(.serialized) struct Monitor {
    private func start(_ arguments: String...) throws -> Spawned {
      try GhostnoteProgram.start(["clock", "monitor"] + arguments)
    }

    private func says(_ text: String, _ program: Spawned) -> Bool {
      eventually(within: 20) { program.errors.contains(text) }
    }

    private func lines(_ text: String) -> [Data] {
      text.split(separator: "\n").map { Data($0.utf8) }
    }

    @Test func `a clock of 120 bpm reads 120.00, none lost, and each doubled tick is dropped`()
      throws
    {
      let master = try Peer("Master")
      let queue = try master.startQueue()
      let program = try start("--port", "Mast*", "--json")
      #expect(says("connected Master:port to Ghostnote clock:clock-in", program))
      // 36 beats and 5 ticks from the beginning, with one tick in 50 sent twice.
      var cues = [Cue(nanoseconds: 0, type: SND_SEQ_EVENT_START)]
      for (number, tick) in Cue.ticks(36 * 24 + 5, from: 5_000_000).enumerated() {
        cues += number % 50 == 49 ? [tick, tick] : [tick]
      }
      try master.lead(cues, by: queue)
      let isOver = eventually(within: 60) {
        lines(program.output).contains { line in
          (try? JSONDecoder().decode(ClockReading.self, from: line))?.ticks == 36 * 24 + 5
        }
      }
      #expect(isOver, "\(program.output)")
      program.signal(SIGINT)
      let outcome = program.finish()
      #expect(outcome.status == 0)
      let printed = lines(outcome.output)
      let summary = try JSONDecoder().decode(ClockSummary.self, from: try #require(printed.last))
      #expect(abs(summary.meanBPM - 120) <= 0.05)
      #expect(summary.lost == 0)
      #expect(summary.dropped == 17)
      let readings = try printed.dropLast().map {
        try JSONDecoder().decode(ClockReading.self, from: $0)
      }
      let last = try #require(readings.last { $0.motion == "rolling" })
      #expect(last.position == "10.1.1")
      // The median: a busy machine may delay single ticks.
      let tempos = readings.filter { $0.presence == "locked" }.map(\.bpm).sorted()
      #expect(abs(try #require(tempos[safe: tempos.count / 2]) - 120) <= 0.05)
      print("monitor: \(summary.text)")
    }

    @Test
    func `without a source it explains how to connect one, and hears one connected by the user`()
      throws
    {
      let master = try Peer("Hand")
      let queue = try master.startQueue()
      let program = try start("--name", "Clock judge")
      #expect(says("connect a clock:  aconnect CLIENT:PORT ", program))
      let words = "aconnect \(master.number):0 "
      #expect(says(words, program))
      let line = try #require(program.errors.split(separator: "\n").first { $0.contains(words) })
      let destination = try #require(line.split(separator: " ").dropFirst(3).first)
      try run("/usr/bin/aconnect", "\(master.number):0", String(destination))
      #expect(says("connected Hand:port to Clock judge:clock-in", program))
      try master.lead(Cue.ticks(120), by: queue)
      #expect(eventually(within: 30) { program.output.contains(" bpm  jitter ") })
      program.signal(SIGTERM)
      let outcome = program.finish()
      #expect(outcome.status == 0)
      #expect(outcome.output.split(separator: "\n").last?.contains(" bpm over ") == true)
    }

    @Test func `a missing port is waited for, and receiving nothing is a failure`() throws {
      let program = try start("--port", "Nobody", "--seconds", "1")
      #expect(says("no source matches 'Nobody' yet; it is connected when it appears", program))
      let outcome = program.finish()
      #expect(outcome.status == 1)
      #expect(outcome.output == "no clock was heard\n")
    }

    @Test func `it has one port, and a wildcard connects the daemon like any other source`() throws
    {
      let daemon = try Daemon()
      let program = try start("--port", "*")
      #expect(says("connected Ghostnote:clock to Ghostnote clock:clock-in", program))
      #expect(says("connected Virtual Raw MIDI 1-0:VirMIDI 1-0 to Ghostnote clock", program))
      let listed = try run("/usr/bin/aconnect", "-o").components(separatedBy: "client ")
      let own = try #require(listed.first { $0.contains("'Ghostnote clock'") })
      #expect(own.contains("0 'clock-in"))
      #expect(own.split(separator: "\n").filter { $0.hasPrefix("    ") }.count == 1)
      program.signal(SIGINT)
      #expect(program.finish().status == 1)
      #expect(daemon.session.end().status == 0)
    }
  }
}

extension [Double] {
  fileprivate subscript(safe index: Int) -> Double? { indices.contains(index) ? self[index] : nil }
}
