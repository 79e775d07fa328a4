import Commands
import NIOCore
import OSC
import Testing

@testable import Remote

/// Accelerations from sensor apps, in one unit.
@Suite struct MotionReaderTests {
  private let phone: SocketAddress

  init() throws { phone = try SocketAddress(ipAddress: "192.168.1.7", port: 5_000) }

  private func last(
    _ reader: inout MotionReader, _ address: OSCAddress, _ arguments: [OSCArgument], times: Int = 1
  ) -> SensorReading? {
    var sample: SensorReading?
    for time in 0..<times {
      sample = reader.take(OSCMessage(address, arguments), from: phone, at: Int64(time))?.last
    }
    return sample
  }

  @Test(
    arguments: [
      ("/accxyz", [0.0, 0.0, 1.0], 9.80665, true),
      ("/gyrosc/accel", [0.0, 0.0, 2.0], 19.6133, false),
      ("/1234-abcd/accel", [0.0, 0.0, 1.0], 9.80665, true),
      ("/ZIGSIM/1234-abcd/accel", [0.0, 0.0, 1.0], 9.80665, true),
      ("/acceleration/xyz", [0.0, 0.0, 1.0], 9.80665, true),
      ("/linearacceleration", [0.0, 0.0, 3.0], 3, false),
    ] as [(OSCAddress, [OSCArgument], Double, Bool)])
  func `each app's numbers come out in metres per second squared`(
    address: OSCAddress, arguments: [OSCArgument], z: Double, hasGravity: Bool
  ) {
    var reader = MotionReader()
    let sample = last(&reader, address, arguments)
    #expect(abs((sample?.z ?? 0) - z) < 1e-5)
    #expect(sample?.hasGravity == hasGravity)
    #expect(sample?.source == "192.168.1.7")
  }

  @Test func `three messages of one axis each are a sample`() {
    var reader = MotionReader()
    #expect(reader.take(OSCMessage("/accelerometer/X", [1.0]), from: phone, at: 0) == [])
    #expect(reader.take(OSCMessage("/accelerometer/Y", [2.0]), from: phone, at: 0) == [])
    let sample = reader.take(OSCMessage("/accelerometer/Z", [9.8]), from: phone, at: 5)?.first
    #expect([sample?.x, sample?.y] == [1, 2])
    #expect(sample?.time == 5)
  }

  @Test(
    arguments: [
      ([0.0, 0.02, 1.0], 9.80665, true), ([0.0, 0.1, 9.8], 9.8, true),
      ([0.0, 0.01, 0.0], 0, false),
    ] as [([OSCArgument], Double, Bool)])
  func `an app that is not known is understood from a phone at rest`(
    rest: [OSCArgument], z: Double, hasGravity: Bool
  ) {
    var reader = MotionReader()
    let sample = last(&reader, "/accelerometer", rest, times: MotionReader.rest)
    #expect(abs((sample?.z ?? -1) - z) < 0.02)
    #expect(sample?.hasGravity == hasGravity)
  }

  @Test func `a phone that moves is not taken for one at rest`() {
    var reader = MotionReader()
    for time in 0..<100 {
      let z = Float(time.isMultiple(of: 2) ? 1 : 6)
      _ = reader.take(
        OSCMessage("/accelerometer", [0.0, 0.0, .float32(z)]), from: phone, at: Int64(time))
    }
    #expect(last(&reader, "/accelerometer", [0.0, 0.0, 1.0])?.z == 1)
  }

  @Test func `what is set is not guessed`() throws {
    var reader = MotionReader()
    try reader.set(["g", false], from: phone, at: 0)
    let sample = last(&reader, "/accelerometer", [0.0, 0.0, 9.8], times: 50)
    #expect(abs((sample?.z ?? 0) - 96.1) < 0.1)
    #expect(sample?.hasGravity == false)
    #expect(throws: CommandError.self) { try reader.set(["feet"], from: phone, at: 0) }
  }

  @Test func `what else a sensor app sends is ignored, and other addresses are not its`() {
    var reader = MotionReader()
    for address: OSCAddress in ["/gyrosc/gyro", "/abc/quaternion", "/touch", "/gyrosc/button"] {
      #expect(reader.take(OSCMessage(address, [1.0]), from: phone, at: 0) == [], "\(address)")
    }
    for address: OSCAddress in ["/", "/foo/bar", "/1/fader1"] {
      #expect(reader.take(OSCMessage(address, [1.0]), from: phone, at: 0) == nil, "\(address)")
    }
    #expect(
      reader.take(OSCMessage("/accxyz", [1.0, .float32(.nan), 2.0]), from: phone, at: 0) == [])
  }

  @Test func `sixteen phones are known at a time`() throws {
    var reader = MotionReader()
    for host in 1...40 {
      let phone = try SocketAddress(ipAddress: "10.0.0.\(host)", port: 1)
      #expect(
        reader.take(OSCMessage("/accxyz", [0.0, 0.0, 1.0]), from: phone, at: Int64(host)) != nil)
    }
    #expect(reader.count == MotionReader.most)
  }
}
