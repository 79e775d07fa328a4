import Drummer
import Foundation
import GhostnoteTesting
import MusicalTime
import Rhythm

/// Microseconds per hit sampled by the drummer on one thread, compared with the same network in
/// Python.
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
    let runs = try NetworkLoops.runnable.map { ($0, try report(path, with: $0)) }
    let figures = try runs.map { vectors, run in
      let (ours, bar) = (try run.number("ours-us"), bars.first { $0.key == vectors }?.value ?? 300)
      return Figure(
        what: "\(what), \(vectors), beside numpy", bar: "≤ \(bar.digits(0)) µs, ≤ 0.2 × numpy",
        ours: ours.digits(1), peer: numpy.digits(1), ratio: ours / numpy,
        passes: ours <= bar && ours <= 0.2 * numpy)
    }
    let music = Set(try runs.map { try $0.1.word("music") })
    let alike = Figure(
      what: "\(rounds * barCount) bars with \(runs.map { $0.0 }.joined(separator: ", "))",
      bar: "the same hits", ours: music.count == 1 ? "the same" : "\(music.count) kinds",
      passes: music.count == 1)
    return figures + [alike, try beside(torch: try? peers.number("torch-us"), path)]
  }

  private static let what = "one hit sampled, one thread, best round, µs"

  private static func beside(torch: Double?, _ path: String) throws -> Figure {
    guard let torch else {
      return Figure(
        what: "\(what), beside PyTorch eager", bar: "reported only", ours: "–",
        peer: "PyTorch is not installed")
    }
    let ours = try report(path, with: NetworkLoops.name).number("ours-us")
    return Figure(
      what: "\(what), beside PyTorch eager", bar: "< PyTorch", ours: ours.digits(1),
      peer: torch.digits(1), ratio: ours / torch, passes: ours < torch)
  }

  /// The vectors are chosen when a program is loaded, so each kind is measured by one of its own.
  private static func report(_ path: String, with vectors: String) throws -> Report {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return try run(own, [argument, path], environment: ["GHOSTNOTE_VECTORS": vectors])
  }

  /// Starts this program to measure one model and nothing else.
  static let argument = "--drummer-step"

  /// Measures the model at `path` with the vectors in use, and sums up what it played.
  static func report(_ path: String) throws {
    let (microseconds, music) = try invented(path)
    print("ours-us \(microseconds)\nmusic \(music)\nvectors \(NetworkLoops.name)")
  }

  /// The bundled model, or the reference's if it is beside the checkout.
  private static func model() throws -> String {
    let search = ModelSearch(executable: Places.root.appending(path: Places.ghostnote).path)
    if let path = SharedFiles.goldenModel ?? search.all().first { return path }
    throw Failure("no model in Models and none beside the checkout")
  }

  /// Microseconds per hit in the best round (network, sampling, prior and limbs), and a hash of all
  /// hits.
  private static func invented(_ path: String) throws -> (microseconds: Double, music: UInt64) {
    let performer = Performer(DrummerTables(try DrummerModel(path: path)))
    var settings = DrummerSettings()
    settings.style = "rock"
    var (times, music) = ([Double](), UInt64(14_695_981_039_346_656_037))
    for round in 0..<rounds {
      var performer = performer
      settings.seed = UInt64(round)
      let direction = BarDirection(settings: settings, tempo: Tempo(clampingBPM: 110))
      var hits: [Hit] = []
      let time = ContinuousClock().measure {
        for _ in 0..<barCount { hits += performer.play(direction).hits }
      }
      times.append(time / .microseconds(1) / Double(max(hits.count, 1)))
      for hit in hits {
        for number in [UInt64(hit.drum.note), UInt64(hit.velocity.value)] {
          music = (music ^ number) &* 1_099_511_628_211
        }
        music = (music ^ UInt64(bitPattern: hit.beat.units)) &* 1_099_511_628_211
      }
    }
    return (Sample(times).minimum, music)
  }
}
