import Drummer
import Foundation
import GhostnoteTesting
import MusicalTime
import Rhythm

/// Microseconds of a hit that the drummer invents, on one thread, beside the same network in Python.
enum DrummerStep {
  private static let rounds = 20
  private static let barCount = 100

  /// What a hit may cost with each kind of vectors.
  private static let bars: KeyValuePairs = [
    "plain": 300.0, "NEON": 300, "AVX2": 40, "AVX-512": 25,
  ]

  static func measure() throws -> [Figure] {
    let path = try model()
    let peers = try run(
      "Benchmarks/Peers/drummer_step.py", [path, "3000"], environment: ["OMP_NUM_THREADS": "1"])
    let numpy = try peers.number("numpy-us")
    let figures = try NetworkLoops.runnable.map { vectors in
      let ours = try ours(path, vectors)
      let bar = bars.first { $0.key == vectors }?.value ?? 300
      return Figure(
        what: "\(what), \(vectors), beside numpy", bar: "≤ \(bar.digits(0)) µs, ≤ 0.2 × numpy",
        ours: ours.digits(1), peer: numpy.digits(1), ratio: ours / numpy,
        passes: ours <= bar && ours <= 0.2 * numpy)
    }
    return figures + [try beside(torch: try? peers.number("torch-us"), path)]
  }

  private static let what = "a hit invented, one thread, best round, µs"

  private static func beside(torch: Double?, _ path: String) throws -> Figure {
    guard let torch else {
      return Figure(
        what: "\(what), beside PyTorch eager", bar: "told, not judged", ours: "–",
        peer: "PyTorch is not installed")
    }
    let ours = try ours(path, NetworkLoops.name)
    return Figure(
      what: "\(what), beside PyTorch eager", bar: "< PyTorch", ours: ours.digits(1),
      peer: torch.digits(1), ratio: ours / torch, passes: ours < torch)
  }

  /// The vectors are chosen when a program is loaded, so each kind is measured by one of its own.
  private static func ours(_ path: String, _ vectors: String) throws -> Double {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return try run(own, [argument, path], environment: ["GHOSTNOTE_VECTORS": vectors])
      .number("ours-us")
  }

  /// Starts this program to measure one model and nothing else.
  static let argument = "--drummer-step"

  /// Measures the model at `path` with the vectors in use.
  static func report(_ path: String) throws {
    print("ours-us \(try invented(path)) with \(NetworkLoops.name)")
  }

  /// The shipped model, or the reference's where it lies beside the checkout.
  private static func model() throws -> String {
    let search = ModelSearch(executable: Places.root.appending(path: Places.ghostnote).path)
    if let path = SharedFiles.goldenModel ?? search.all().first { return path }
    throw Failure("no model in Models and none beside the checkout")
  }

  /// Network, odds, habit and limbs: all that a hit takes.
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
        for _ in 0..<barCount { hits += performer.play(direction).hits.count }
      }
      return time / .microseconds(1) / Double(max(hits, 1))
    }
    return Sample(times).minimum
  }
}
