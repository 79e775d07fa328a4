import CVectors
import Drummer
import GhostnoteTesting
import Testing

/// One of the builds of the loops that this processor can run.
struct VectorBuild: CustomTestStringConvertible, Sendable {
  private let index: Int

  var loops: vectors_build {
    guard let build = unsafe vectors_runnable(index) else { preconditionFailure("runnable") }
    return unsafe build.pointee
  }
  var testDescription: String { unsafe String(cString: loops.name) }

  static let runnable = NetworkLoops.runnable.indices.map(VectorBuild.init)
  /// The first is for every processor: what the others are compared with.
  static let plain = VectorBuild(index: 0)
}

/// Numbers by chance.
func numbers(_ count: Int, seed: UInt64, within limit: Float = 2) -> [Float] {
  var chance = SplitMix64(seed: seed)
  return (0..<count).map { _ in Float.random(in: -limit...limit, using: &chance) }
}

/// Equal but for the order in which sums are taken.
func expectAlike(
  _ a: [Float], _ b: [Float], within error: Float = 2e-5, _ words: String = "",
  location: SourceLocation = #_sourceLocation
) {
  #expect(a.count == b.count, sourceLocation: location)
  for (x, y) in zip(a, b) {
    #expect(
      abs(x - y) <= error * max(1, abs(y)), "\(x) for \(y) \(words)", sourceLocation: location)
  }
}
