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
  /// How much the clock of OSC's time tags shows more than the monotonic one, in nanoseconds.
  private static let unixLead: Int64 = 1_700_000_000_000_000_000

  /// The strokes in what an app sends, in milliseconds of the trace. Of a phone whose clock is `ahead`, in milliseconds too,
  /// bundles with the time come, after `delays` in turn.
  private func strokes(
    _ trace: SensorTrace, _ app: SensorApp, ahead: Double? = nil, delays: [Double] = [0]
  ) throws -> [Double] {
    let peer = try SocketAddress(ipAddress: "192.0.2.7", port: 5_000)
    var exchange = OSCExchange(access: .play)
    var detector = StrokeDetector(isEager: true)
    var found: [Double] = []
    for (index, sample) in trace.samples.enumerated() {
      let arrival = Int64((sample[0] + delays[index % delays.count]) * 1e6)
      let clocks = TwoClocks(monotonic: arrival, unix: Self.unixLead + arrival)
      let messages = app.messages(sample[1], sample[2], sample[3]).map { OSCPacket.message($0) }
      let bundle = ahead.map { ahead in
        let time = Self.unixLead + Int64((sample[0] + ahead) * 1e6)
        return OSCPacket.bundle(OSCBundle(messages, at: OSCTimeTag(unixNanoseconds: time)))
      }
      for packet in bundle.map({ [$0] }) ?? messages {
        for action in exchange.take(packet.bytes, from: peer, at: clocks) {
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
    var options = OSCOptions(port: 0)
    let taken = Locked(0)
    options.motion = { _ in taken.change { $0 += 1 } }
    let bench = try Bench(limits: .patient, osc: options)
    let client = try UDPClient(port: try #require(bench.server.oscPort))
    let stage = try WebSocketClient(port: bench.port)
    stage.send("!phones")
    client.send("/ghostnote/motion", "crash")
    #expect(client.message("/ghostnote/reply") != nil)
    #expect(
      stage.text { $0.contains(#""name":"127.0.0.1""#) && $0.contains(#""drum":"crash""#) } != nil)
    let trace = SensorTrace(try SensorTrace("arm", rate: 100), from: 8_000, to: 14_500)
    try #require(trace.strokes.count >= 8)
    // Bundles with the times at which the sensor measured: all of that is over.
    let end = TwoClocks.now
    let last = try #require(trace.samples.last)[0]
    for (index, sample) in trace.samples.enumerated() {
      let measured = end.unix - Int64((last - sample[0]) * 1e6)
      let bundle = OSCBundle(
        app.messages(sample[1], sample[2], sample[3]).map { .message($0) },
        at: OSCTimeTag(unixNanoseconds: measured))
      client.send(OSCPacket.bundle(bundle).bytes)
      // No more than the socket's buffer holds.
      if index % 50 == 49 { #expect(eventually { taken.value == index + 1 }) }
    }
    let zero = Double(end.monotonic) / 1e6 - last
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

  @Test(arguments: [(7, "motion: kick: Ada plays it"), (1, "motion: a seat must be given first")])
  func `an app that asks for a drum that its phone cannot have is sent the reason`(
    seats: Int, reason: String
  ) throws {
    var limits = RemoteLimits()
    limits.seats = seats
    let bench = try Bench(limits: limits, osc: OSCOptions(port: 0))
    let client = try UDPClient(port: try #require(bench.server.oscPort))
    let ada = try WebSocketClient(port: bench.port, path: "/seat")
    ada.send("join new Ada")
    #expect(ada.text { $0.contains(#""drum":"kick""#) } != nil)
    client.send("/ghostnote/motion", "kick")
    let refused = client.message("/ghostnote/error", of: "/ghostnote/motion")
    #expect(refused?.arguments.last == OSCArgument.string(reason))
    // It plays on with what it has, and may ask for another.
    client.send("/ghostnote/motion", "g")
    #expect(client.message("/ghostnote/reply", of: "/ghostnote/motion") != nil)
    client.send("/ghostnote/motion", "crash")
    let address: OSCAddress = seats > 1 ? "/ghostnote/reply" : "/ghostnote/error"
    #expect(client.message(address, of: "/ghostnote/motion") != nil)
    withExtendedLifetime(bench) {}
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
  func `a sample that is a little late or ahead has its own time, one that is far off that of now`()
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
      // None waits: what was measured is over, whatever the phone's clock says.
      guard actions.count == 1, case .move(let sample)? = actions.first else { return nil }
      return sample.time
    }
    for late in [30_000_000, 240_000_000, -40_000_000] as [Int64] {
      #expect(try abs(#require(time(of: late)) - (50_000_000_000 - late)) < 10, "\(late)")
    }
    let far: [Int64] = [400_000_000, 86_400_000_000_000, -60_000_000, -3_000_000_000]
    for late in far + [-3_600_000_000_000] {
      #expect(time(of: late) == now.monotonic, "\(late)")
    }
  }

  @Test(arguments: SensorApp.allCases)
  func `a phone whose clock is about as far ahead as may be plays as one without a clock`(
    app: SensorApp
  ) throws {
    let trace = try SensorTrace("arm", rate: 100)
    let plain = trace.judge(try strokes(trace, app))
    // On both sides of the bound of 50 ms, and in the order in which they were sent.
    let judged = trace.judge(
      try strokes(trace, app, ahead: 52, delays: [0, 1, 0, 1, 0, 3]))
    #expect(judged.missed <= plain.missed && judged.doubled <= plain.doubled, "\(judged)")
  }

  @Test func `after a time that is too far ahead a phone's times are not taken for 10 s`() {
    var clocks = SensorClocks(ages: -50...250)
    let second: Int64 = 1_000_000_000
    #expect(clocks.time(1_050, of: "a", at: 1_000) == 1_050)
    #expect(clocks.time(1_051, of: "a", at: 1_000) == nil)
    #expect(clocks.time(5 * second, of: "a", at: 5 * second) == nil)
    // Another phone's clock is its own.
    #expect(clocks.time(5 * second, of: "b", at: 5 * second) == 5 * second)
    // Each such time counts; one that is too old does not.
    #expect(clocks.time(6 * second + 51, of: "a", at: 6 * second) == nil)
    #expect(clocks.time(0, of: "a", at: 7 * second) == nil)
    #expect(clocks.time(16 * second - 1, of: "a", at: 16 * second - 1) == nil)
    #expect(clocks.time(16 * second, of: "a", at: 16 * second) == 16 * second)
    #expect(clocks.count == 0)
  }

  @Test func `of many phones whose clocks are ahead, the latest are remembered`() {
    var clocks = SensorClocks(ages: 0...0)
    for phone in 0...SensorClocks.most {
      #expect(clocks.time(1_000, of: "\(phone)", at: Int64(phone)) == nil)
    }
    #expect(clocks.count == SensorClocks.most)
    #expect(clocks.time(100, of: "0", at: 100) == 100)
    #expect(clocks.time(100, of: "1", at: 100) == nil)
  }
}
