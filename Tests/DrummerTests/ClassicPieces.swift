import Drummer
import Foundation
import Rhythm

extension ClassicModel {
  /// A model of three drums, waits of up to a beat and five units; every weight is a sine, as in
  /// `Tests/Yardsticks/classic.py`.
  static let sines = sines(waits: [0, 60, 120, 480])

  /// The same with four other waits.
  static func sines(waits: [Int]) -> ClassicModel {
    guard
      let design = try? ClassicDesign(
        drums: [.kick, .snare, .closedHat], waits: waits, hiddenSize: 5)
    else { preconditionFailure("four waits, each once") }
    func sines(_ count: Int, phase: Double) -> [Float] {
      (0..<count).map { Float(sin(0.7 * Double($0) + phase)) }
    }
    return ClassicModel(
      design: design, weights: sines(13 * 20, phase: 0.1) + sines(6 * 7, phase: 0.5))
  }

  /// The matrices as the original script writes them.
  var matrices: (inputs: Data, answers: Data) {
    func bytes(_ name: String) -> Data {
      weights[layout[name].range].reduce(into: Data()) { data, weight in
        let bits = weight.bitPattern
        data.append(contentsOf: [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: bits >> $0) })
      }
    }
    return (bytes("Wx"), bytes("Wy"))
  }
}
