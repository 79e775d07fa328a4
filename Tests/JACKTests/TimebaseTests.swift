import Clock
import Commands
import GhostnoteTesting
import JACKClient
import MusicalTime
import Testing

extension JACKTests {
  /// The events about the timebase master, in order.
  private func answers(_ bench: Bench) -> [Bool] {
    bench.log.value.compactMap { event in
      if case .timebase(let isOurs) = event { isOurs } else { nil }
    }
  }

  @Test(arguments: [123.45, 20, 299.7])
  func `another client reads our beat to the frame, and so do we`(bpm: Double) throws {
    let server = try JACKServer()
    let bench = Bench(server)
    try #require(bench.session.waitUntilSettled() == .connected)
    bench.setTempo(try #require(Tempo(bpm: bpm)))
    bench.session.setTimebase(isWanted: true)
    #expect(eventually { answers(bench) == [true] })
    let conductor = try Conductor(on: server)
    bench.session.locate(frame: 7_654_321)
    #expect(eventually { bench.reports.last?.frame == 7_654_321 })
    try conductor.ask("write")
    bench.session.roll()
    #expect(bench.rolling(500).count >= 500)
    let seen = try conductor.show()
    #expect(seen.count >= 400)
    let perFrame = bpm / 60 / 48_000
    for cycle in seen {
      let ahead = cycle.quarters - Double(cycle.frame) * perFrame
      #expect(ahead > -1e-6 && ahead <= perFrame + 1e-6, "\(cycle.frame): \(ahead / perFrame)")
      #expect(cycle.bpm == bpm)
      #expect(cycle.bar == Int(cycle.quarters / 3) + 1)
    }
    for report in bench.rolling(500) {
      let timebase = try #require(report.timebase)
      #expect(timebase.grain == .zero && timebase.tempo.bpm == bpm)
      #expect(abs(timebase.beat.inBeats - Double(report.frame) * perFrame) < 1e-6)
    }
  }

  @Test func `a tempo change keeps each beat's frame: rolling, stopped and restarted`() throws {
    let server = try JACKServer()
    let bench = Bench(server)
    try #require(bench.session.waitUntilSettled() == .connected)
    bench.session.setTimebase(isWanted: true)
    #expect(eventually { answers(bench) == [true] })
    let conductor = try Conductor(on: server)
    try conductor.ask("write")
    bench.session.roll()
    var tempos: [Double] = [120]
    for bpm in [240.0, 31.7, 174] {
      _ = bench.rolling(100, from: (bench.reports.last?.frame ?? 0) + 12_800)
      bench.setTempo(try #require(Tempo(bpm: bpm)))
      tempos.append(bpm)
    }
    _ = bench.rolling(100, from: (bench.reports.last?.frame ?? 0) + 12_800)
    bench.session.stopTransport()
    #expect(eventually { bench.reports.last?.motion == .stopped })
    bench.setTempo(try #require(Tempo(bpm: 60)))
    tempos.append(60)
    bench.session.roll()
    _ = bench.rolling(200)
    let seen = try conductor.show()
    var heard: [Double] = []
    for cycle in seen where heard.last != cycle.bpm { heard.append(cycle.bpm) }
    #expect(heard == tempos)
    for (one, next) in zip(seen, seen.dropFirst()) {
      #expect(next.frame - one.frame == 128)
      let frames = (next.quarters - one.quarters) / one.bpm * 60 * 48_000
      #expect(abs(frames - 128) <= 1 + next.bpm / one.bpm, "\(one.frame): \(frames)")
    }
    // Ours and theirs agree, across every change.
    let own = Dictionary(
      bench.reports.filter { $0.motion == .rolling }.map { ($0.frame, $0.timebase?.beat.inBeats) },
      uniquingKeysWith: { $1 })
    for cycle in seen {
      let beat = try #require(own[cycle.frame] ?? nil)
      #expect(abs(cycle.quarters - beat) <= cycle.bpm / 60 / 48_000 + 1e-6, "\(cycle.frame)")
    }
    bench.session.locate(frame: 480_000)
    let located = bench.rolling(50, from: 480_000)
    #expect(located.first?.timebase?.beat == Beats(10))
  }

  @Test func `the timebase is left to another master, and taken when that client leaves`() throws {
    let server = try JACKServer()
    let bench = Bench(server)
    try #require(bench.session.waitUntilSettled() == .connected)
    let conductor = try Conductor(on: server)
    try conductor.ask("master 90")
    bench.session.setTimebase(isWanted: true)
    #expect(eventually { answers(bench) == [false] })
    try conductor.ask("roll")
    #expect(bench.rolling(50).allSatisfy { $0.timebase?.tempo.bpm == 90 })
    conductor.leave()
    #expect(eventually { answers(bench) == [false, true] })
  }

  @Test func `another client can take over the timebase`() throws {
    let server = try JACKServer()
    let bench = Bench(server)
    try #require(bench.session.waitUntilSettled() == .connected)
    bench.session.setTimebase(isWanted: true)
    #expect(eventually { answers(bench) == [true] })
    let conductor = try Conductor(on: server)
    #expect(try conductor.ask("master 90 polite").last != "ok")
    bench.session.roll()
    #expect(bench.rolling(50).allSatisfy { $0.timebase?.tempo == .standard })
    try conductor.ask("master 90")
    #expect(eventually { answers(bench) == [true, false] })
    #expect(bench.coming(20).allSatisfy { $0.timebase?.tempo.bpm == 90 })
  }

  @Test func `the timebase is ours again after the server's death, and given up on request`()
    throws
  {
    let server = try JACKServer()
    let bench = Bench(server)
    try #require(bench.session.waitUntilSettled() == .connected)
    bench.session.setTimebase(isWanted: true)
    #expect(eventually { answers(bench) == [true] })
    server.kill()
    #expect(eventually { bench.downs == 1 })
    try server.start()
    #expect(eventually { answers(bench) == [true, true] })
    bench.session.locate(frame: 480_000)
    bench.session.roll()
    _ = bench.rolling(100, from: 480_000)
    bench.session.setTimebase(isWanted: false)
    #expect(eventually { answers(bench) == [true, true, false] })
    // jackd relocates the transport to a recent frame when the timebase master gives up.
    let reports = bench.coming(50)
    #expect(reports.count >= 50 && reports.allSatisfy { $0.timebase == nil })
    #expect(reports.allSatisfy { $0.frame > 480_000 })
    let conductor = try Conductor(on: server)
    #expect(try conductor.ask("master 90 polite") == ["ok"])
    #expect(bench.coming(50).allSatisfy { $0.timebase?.tempo.bpm == 90 })
  }
}
