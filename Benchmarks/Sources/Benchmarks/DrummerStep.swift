import Drummer
import Foundation
import GhostnoteTesting
import MusicalTime
import Rhythm

/// Microseconds per hit sampled by the drummer on one thread, compared with the same network in
/// Python.
enum DrummerStep {
  private static let rounds = 20
  private static let bars = 100

  static func measure() throws -> [Figure] {
    let path = try model()
    let ours = try invented(path)
    let peers = try run(
      "Benchmarks/Peers/drummer_step.py", [path, "3000"], environment: ["OMP_NUM_THREADS": "1"])
    let numpy = try peers.number("numpy-us")
    let what = "one hit sampled, one thread, best round, µs, against"
    let numpyFigure = Figure(
      what: "\(what) numpy", bar: "≤ 40 µs", ours: ours.digits(1), peer: numpy.digits(1),
      ratio: ours / numpy, passes: ours <= 40)
    guard let torch = try? peers.number("torch-us") else {
      return [
        numpyFigure,
        Figure(
          what: "\(what) PyTorch eager", bar: "reported only", ours: ours.digits(1),
          peer: "PyTorch is not installed"),
      ]
    }
    return [
      numpyFigure,
      Figure(
        what: "\(what) PyTorch eager", bar: "< PyTorch", ours: ours.digits(1),
        peer: torch.digits(1), ratio: ours / torch, passes: ours < torch),
    ]
  }

  /// The bundled model, or the reference's if it is beside the checkout.
  private static func model() throws -> String {
    let search = ModelSearch(executable: Places.root.appending(path: Places.ghostnote).path)
    if let path = SharedFiles.goldenModel ?? search.all().first { return path }
    throw Failure("no model in Models and none beside the checkout")
  }

  /// Everything needed for a hit: network, sampling, prior and limbs.
  private static func invented(_ path: String) throws -> Double {
    let performer = Performer(DrummerTables(try DrummerModel(path: path)))
    var settings = DrummerSettings()
    settings.style = "rock"
    let times = (0..<rounds).map { round in
      var performer = performer
      settings.seed = UInt64(round)
      let direction = BarDirection(settings: settings, tempo: Tempo(clampingBPM: 110))
      var hits = 0
      let time = ContinuousClock().measure {
        for _ in 0..<bars { hits += performer.play(direction).hits.count }
      }
      return time / .microseconds(1) / Double(max(hits, 1))
    }
    return Sample(times).minimum
  }
}
