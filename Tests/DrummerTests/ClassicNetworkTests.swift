import MusicalTime
import Rhythm
import Testing

@testable import Drummer

@Suite struct ClassicNetworkTests {
  private static let model = ClassicModel.sines

  private static func direction(_ settings: DrummerSettings = DrummerSettings()) -> BarDirection {
    BarDirection(settings: settings, tempo: .standard)
  }

  /// The output of `Tests/Yardsticks/classic.py`: the last event (nil before the first hit), and
  /// the probabilities of each drum and each wait after it.
  private static let expected: [(ClassicNetwork.Event?, drums: [Float], waits: [Float])] = [
    (nil, [0.158471, 0.337482, 0.504047], [0.523487, 0.28194, 0.126139, 0.068434]),
    (
      .init(drum: 0, wait: 2), [0.20829, 0.363801, 0.427909],
      [0.502628, 0.266202, 0.137194, 0.093976]
    ),
    (
      .init(drum: 2, wait: 0), [0.113751, 0.305415, 0.580834],
      [0.556036, 0.290419, 0.108005, 0.04554]
    ),
    (
      .init(drum: 1, wait: 3), [0.123673, 0.304847, 0.57148],
      [0.51733, 0.30208, 0.125038, 0.055552]
    ),
  ]

  @Test func `the probabilities equal those of the reference script, hit by hit`() {
    var network = ClassicNetwork(
      Self.model, cell: [0.05, -0.1, 0, 0.1, -0.02], hidden: [-0.03, 0.1, 0.08, -0.1, 0.01])
    for (event, drums, waits) in Self.expected {
      network.advance(with: event)
      let (saidDrums, saidWaits) = network.directed(by: Self.direction())
      for (said, due) in zip(saidDrums + saidWaits, drums + waits) {
        #expect(abs(said - due) < 2e-6)
      }
    }
    for (cell, due) in zip(network.cell, [0.697246, 0.692362, 0.252915, -0.040966, -0.164046]) {
      #expect(abs(Double(cell) - due) < 2e-6)
    }
  }

  @Test(arguments: [0, 0.2, 0.5, 1], [0, 0.5, 0.8])
  func `drums and waits are separate probability distributions under any settings`(
    wildness: Double, density: Double
  ) {
    var settings = DrummerSettings()
    settings.wildness = wildness
    settings.density = density
    var network = ClassicNetwork(
      Self.model, cell: [Float](repeating: 0.1, count: 5), hidden: [Float](repeating: 0, count: 5))
    for step in 0..<20 {
      network.advance(with: step == 0 ? nil : .init(drum: step % 3, wait: step % 4))
      let (drums, waits) = network.directed(by: Self.direction(settings))
      for law in [drums, waits] {
        #expect(law.allSatisfy { (0...1).contains($0) })
        #expect(abs(law.reduce(0, +) - 1) < 1e-5)
      }
    }
  }

  @Test
  func
    `density shortens waits, strictness sharpens the distribution, and excluded drums are not played`()
  {
    var network = ClassicNetwork(
      Self.model, cell: [Float](repeating: 0, count: 5), hidden: [Float](repeating: 0, count: 5))
    network.advance(with: nil)
    let waits = Self.model.design.waits.map(Float.init)
    func meanWait(_ settings: DrummerSettings) -> Float {
      zip(network.directed(by: Self.direction(settings)).waits, waits).reduce(0) {
        $0 + $1.0 * $1.1
      }
    }
    var (sparse, busy, strict) = (DrummerSettings(), DrummerSettings(), DrummerSettings())
    (sparse.density, busy.density, strict.wildness) = (0.2, 0.8, 0.1)
    #expect(meanWait(busy) < meanWait(DrummerSettings()))
    #expect(meanWait(DrummerSettings()) < meanWait(sparse))
    let usual = network.directed(by: Self.direction()).drums
    #expect((network.directed(by: Self.direction(strict)).drums.max() ?? 0) > (usual.max() ?? 1))
    var only = DrumSet()
    only.insert(.kick)
    strict.drums = only
    #expect(network.directed(by: Self.direction(strict)).drums[1...].allSatisfy { $0 < 1e-30 })
  }
}
