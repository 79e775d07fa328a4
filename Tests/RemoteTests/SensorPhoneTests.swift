import Commands
import Foundation
import GhostnoteTesting
import Motion
import MusicalTime
import NIOCore
import OSC
import Testing

@testable import Remote

/// Phones that strike drums by what their sensor apps send.
@Suite(.serialized) struct SensorPhoneTests {
  /// The strokes in what an app sends, in milliseconds of the trace.
  private func strokes(_ trace: SensorTrace, _ app: SensorApp) throws -> [Double] {
    let peer = try SocketAddress(ipAddress: "192.0.2.7", port: 5_000)
    var exchange = OSCExchange(access: .play)
    var detector = StrokeDetector(isEager: true)
    var found: [Double] = []
    for sample in trace.samples {
      let clocks = TwoClocks(monotonic: Int64(sample[0] * 1e6), unix: 0)
      for message in app.messages(sample[1], sample[2], sample[3]) {
        for action in exchange.take(OSCPacket.message(message).bytes, from: peer, at: clocks) {
          guard case .move(let moved) = action else { continue }
          let stroke = detector.take(
            MotionSample(
              time: HostTime(nanoseconds: moved.time),
              acceleration: Acceleration(moved.x, moved.y, moved.z)))
          if let stroke { found.append(Double(stroke.time.nanoseconds) / 1e6) }
        }
      }
    }
    return found
  }

  @Test(arguments: SensorApp.allCases)
  func `of 200 strokes sent by an app few are missed and few are doubled`(app: SensorApp) throws {
    for rate in [60, 100] {
      var (count, missed, doubled) = (0, 0, 0)
      for player in ["arm", "wrist", "knee", "soft", "dancer"] {
        let trace = try SensorTrace(player, rate: rate)
        let judged = trace.judge(try strokes(trace, app))
        count += trace.strokes.count
        missed += judged.missed
        doubled += judged.doubled
      }
      print("\(app.rawValue) at \(rate) Hz: \(missed) of \(count) missed, \(doubled) doubled")
      #expect(count == 200)
      #expect(missed <= 4, "\(rate) Hz")
      #expect(doubled <= 4, "\(rate) Hz")
    }
  }

  @Test(arguments: SensorApp.allCases)
  func `an app that plays by UDP takes a seat and strikes its drum at the time of the gesture`(
    app: SensorApp
  ) throws {
    let bench = try Bench(osc: OSCOptions(port: 0))
    let client = try UDPClient(port: try #require(bench.server.oscPort))
    let stage = try WebSocketClient(port: bench.port)
    stage.send("!phones")
    client.send("/ghostnote/motion", "crash")
    #expect(client.message("/ghostnote/reply") != nil)
    #expect(
      stage.text { $0.contains(#""name":"127.0.0.1""#) && $0.contains(#""drum":"crash""#) } != nil)
    let trace = SensorTrace(try SensorTrace("arm", rate: 100), from: 8_000, to: 14_500)
    try #require(trace.strokes.count >= 8)
    // Bundles with the times at which the sensor measured: how busy this machine is does not matter.
    let start = TwoClocks.now
    for sample in trace.samples {
      let due = 1_400_000_000 + Int64((sample[0] - trace.samples[0][0]) * 1e6)
      // Far enough ahead for a machine that stands still for more than a second.
      while TwoClocks.now.unix - start.unix < due - 1_600_000_000 { usleep(5_000) }
      let bundle = OSCBundle(
        app.messages(sample[1], sample[2], sample[3]).map { .message($0) },
        at: OSCTimeTag(unixNanoseconds: start.unix + due))
      client.send(OSCPacket.bundle(bundle).bytes)
    }
    let zero = Double(start.monotonic + 1_400_000_000) / 1e6 - trace.samples[0][0]
    var found: [Double] = []
    let isThere = eventually {
      let hits = bench.lines.value.filter { $0.hasPrefix("hit crash ") }
      found = hits.compactMap { line in
        line.split(separator: " ").last.flatMap { Double($0) }.map { $0 / 1e6 - zero }
      }
      return trace.judge(found).missed <= 1
    }
    let judged = trace.judge(found)
    #expect(isThere, "\(judged.missed) of \(trace.strokes.count) missed")
    #expect(judged.doubled <= 2)
  }

  @Test func `accelerations strike nothing where playing is not allowed`() throws {
    let bench = try Bench(.watch, osc: OSCOptions(port: 0))
    let client = try UDPClient(port: try #require(bench.server.oscPort))
    client.send("/accxyz", 0.0, 0.0, 1.0)
    guard case .string(let reason)? = client.message("/ghostnote/error")?.arguments.last else {
      Issue.record("no error")
      return
    }
    #expect(reason == "striking drums needs access level play, and this is watch")
    client.send("/ghostnote/motion", "kick")
    #expect(client.message("/ghostnote/error") != nil)
    withExtendedLifetime(bench) {}
  }

  @Test
  func `a bundle that is a little late has its own time, one that is far off the time of now`()
    throws
  {
    let peer = try SocketAddress(ipAddress: "192.0.2.7", port: 5_000)
    var exchange = OSCExchange(access: .play)
    let now = TwoClocks(monotonic: 50_000_000_000, unix: 1_700_000_000_000_000_000)
    func time(of late: Int64) -> Int64? {
      let bundle = OSCBundle(
        SensorApp.gyrOSC.messages(0, 0, 1).map { .message($0) },
        at: OSCTimeTag(unixNanoseconds: now.unix - late))
      let actions = exchange.take(OSCPacket.bundle(bundle).bytes, from: peer, at: now)
      guard case .move(let sample)? = actions.first else { return nil }
      return sample.time
    }
    #expect(try abs(#require(time(of: 30_000_000)) - 49_970_000_000) < 10)
    #expect(time(of: 400_000_000) == now.monotonic)
    #expect(time(of: 86_400_000_000_000) == now.monotonic)
  }

  @Test func `a bundle that came ahead keeps its time where this machine was slow to take it`()
    throws
  {
    let peer = try SocketAddress(ipAddress: "192.0.2.7", port: 5_000)
    var exchange = OSCExchange(access: .play)
    let came = TwoClocks(monotonic: 50_000_000_000, unix: 1_700_000_000_000_000_000)
    let bundle = OSCBundle(
      SensorApp.gyrOSC.messages(0, 0, 1).map { .message($0) },
      at: OSCTimeTag(unixNanoseconds: came.unix + 100_000_000))
    let actions = exchange.take(OSCPacket.bundle(bundle).bytes, from: peer, at: came)
    var moved: [Int64] = []
    for case .wait(let message, from: peer, nanoseconds: let wait) in actions {
      let taken = TwoClocks(monotonic: came.monotonic + wait + 600_000_000, unix: came.unix)
      let late = exchange.take(
        message, from: peer, at: taken, stamped: came.monotonic + wait)
      for case .move(let sample) in late { moved.append(sample.time) }
    }
    #expect(try abs(#require(moved.first) - 50_100_000_000) < 10)
  }
}
