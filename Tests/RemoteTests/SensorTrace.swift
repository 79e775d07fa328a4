import Foundation
import GhostnoteTesting
import OSC

/// A player's samples without gravity, and the strokes that were meant, of the traces that the page's detector
/// and ours are held to (Tests/MotionTests/Traces).
struct SensorTrace: Decodable {
  /// Milliseconds, and how strong, of each stroke.
  let strokes: [[Double]]
  /// Milliseconds and three axes in m/s².
  let samples: [[Double]]

  init(_ player: String, rate: Int) throws {
    let file = "\(GhostnoteProgram.root)/Tests/MotionTests/Traces/\(player)-\(rate).json"
    self = try JSONDecoder().decode(
      SensorTrace.self, from: Data(contentsOf: URL(filePath: file)))
  }

  /// Its part between two times, in milliseconds.
  init(_ trace: SensorTrace, from start: Double, to end: Double) {
    strokes = trace.strokes.filter { (start + 500..<end - 200).contains($0[0]) }
    samples = trace.samples.filter { (start..<end).contains($0[0]) }
  }

  /// How many strokes are missing among these times, and how many are too many. Without a calibration the
  /// detector takes the fall of a wrist for its stop, 60 ms early.
  func judge(_ found: [Double]) -> (missed: Int, doubled: Int) {
    guard let first = strokes.first?[0], let last = strokes.last?[0] else { return (0, 0) }
    var left = found.filter { (first - 200...last + 300).contains($0) }
    let count = left.count
    var missed = 0
    for stroke in strokes {
      guard let nearest = left.min(by: { abs($0 - stroke[0]) < abs($1 - stroke[0]) }),
        abs(nearest - stroke[0]) <= 100
      else {
        missed += 1
        continue
      }
      left.removeAll { $0 == nearest }
    }
    return (missed, count - (strokes.count - missed))
  }
}

/// A sensor app, by what it sends of an acceleration.
enum SensorApp: String, CaseIterable, Sendable {
  case touchOSC, gyrOSC, zigSim, sensors2OSC

  /// The messages of a sample in m/s² without gravity; the phone lies on its back.
  func messages(_ x: Double, _ y: Double, _ z: Double) -> [OSCMessage] {
    let g = 9.806_65
    func numbers(_ values: Double...) -> [OSCArgument] { values.map { .float32(Float($0)) } }
    return switch self {
    case .touchOSC: [OSCMessage("/accxyz", numbers(x / g, y / g, z / g + 1))]
    case .gyrOSC: [OSCMessage("/gyrosc/accel", numbers(x / g, y / g, z / g))]
    case .zigSim: [OSCMessage("/ZIGSIM/2f5a/accel", numbers(x / g, y / g, z / g))]
    case .sensors2OSC:
      [
        OSCMessage("/accelerometer/X", numbers(x)), OSCMessage("/accelerometer/Y", numbers(y)),
        OSCMessage("/accelerometer/Z", numbers(z + g)),
      ]
    }
  }
}
