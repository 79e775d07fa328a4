import Drummer
import DrummerTraining
import Foundation
import GhostnoteTesting
import MusicalTime

/// Seconds per epoch of training on two cores, compared with the same network in PyTorch.
enum TrainingSpeed {
  /// The number of measured chunks, and of those before them.
  private static let chunks = 60
  private static let warm = 5
  /// Alternating; the best counts.
  private static let rounds = 2

  static func measure() throws -> [Figure] {
    guard let groove = SharedFiles.groove else {
      throw Failure("no Groove MIDI Dataset beside the checkout, as ../shared/data/groove")
    }
    let corpus = try Corpus(folder: groove)
    func pieces(_ split: Piece.Split) -> [TrainingPiece] {
      corpus.pieces(in: split).map { TrainingPiece($0, styles: corpus.styles) }
    }
    let pieces = (training: pieces(.train), validation: pieces(.validation))
    let file = Places.scratch.appending(path: "pieces.json")
    try JSONEncoder().encode(pieces.training.map(PeerPiece.init)).write(to: file)
    let headsWithPositionHistory: [Set<Attribute>] = [[], [.offset, .velocity]]
    return try headsWithPositionHistory.map { heads in
      var design = DrummerDesign()
      design.styleCount = corpus.styles.count
      design.headsWithPositionHistory = heads
      let name = heads.isEmpty ? "1×256, the reference's design" : "1×256 with PositionHistory"
      return try figure(name, design, pieces.training, pieces.validation, file)
    }
  }

  private static func figure(
    _ name: String, _ design: DrummerDesign, _ training: [TrainingPiece],
    _ validation: [TrainingPiece], _ pieces: URL
  ) throws -> Figure {
    var (ours, theirs): ([Double], [Double]) = ([], [])
    var epoch = 0.0
    for _ in 0..<rounds {
      let trainer = try Trainer(
        design, TrainingSettings(), card: ModelCard(), training: training, validation: validation)
      let measured = try learn(trainer)
      ours.append(measured.seconds)
      epoch = Double(trainer.hits.training) / measured.hits
      if let seconds = try peer(design, pieces) { theirs.append(seconds) }
    }
    let what = "\(name): ms per chunk, s per epoch of \(epoch.digits(0)), best of \(rounds)"
    func words(_ seconds: Double) -> String {
      "\((seconds * 1000).digits(1)), \((seconds * epoch).digits(2))"
    }
    let our = Sample(ours).minimum
    guard !theirs.isEmpty else {
      return Figure(
        what: what, bar: "reported only", ours: words(our), peer: "PyTorch is not installed")
    }
    let their = Sample(theirs).minimum
    return Figure(
      what: what, bar: "≤ PyTorch", ours: words(our), peer: words(their), ratio: our / their,
      passes: our <= their)
  }

  /// Seconds and hits of a chunk.
  private static func learn(_ trainer: Trainer) throws -> (seconds: Double, hits: Double) {
    var steps = 0
    var first = (time: 0.0, hits: 0)
    var last = first
    let onEvent = { (event: TrainingEvent) in
      guard case .step(let progress) = event else { return }
      steps += 1
      last = (microseconds() / 1e6, progress.statistics.hits)
      if steps == warm { first = last }
    }
    _ = try trainer.run(
      clock: { microseconds() / 1e6 }, isAsked: { steps == warm + chunks }, onEvent: onEvent)
    let count = Double(chunks)
    return ((last.time - first.time) / count, Double(last.hits - first.hits) / count)
  }

  /// Seconds per chunk; nil without PyTorch.
  private static func peer(_ design: DrummerDesign, _ pieces: URL) throws -> Double? {
    let file = Places.scratch.appending(path: "design.json")
    try JSONEncoder().encode(PeerDesign(design, TrainingSettings(), warm: warm)).write(to: file)
    let report = try run(
      "Benchmarks/Peers/train_epoch.py", [pieces.path, file.path, "\(chunks)"],
      environment: ["OMP_NUM_THREADS": "2"])
    guard try report.word("chunk-seconds") != "absent" else { return nil }
    return try report.number("chunk-seconds")
  }
}

/// A piece in the peer's format.
private struct PeerPiece: Encodable {
  let tokens: [[Int]]
  let style: Int?
  let fill: Bool
  let bpm: Int

  init(_ piece: TrainingPiece) {
    tokens = piece.tokens.map { placed in
      Attribute.allCases.map { placed.token[$0] } + [placed.step, Int(placed.velocity)]
    }
    style = piece.conditions.style
    fill = piece.conditions.isFill
    bpm = Int(piece.conditions.tempo.bpm)
  }

  private enum CodingKeys: CodingKey { case tokens, style, fill, bpm }

  // A hidden style is null, not omitted.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tokens, forKey: .tokens)
    try container.encode(style, forKey: .style)
    try container.encode(fill, forKey: .fill)
    try container.encode(bpm, forKey: .bpm)
  }
}

/// The hyperparameters of network and training in the peer's format.
private struct PeerDesign: Encodable {
  let hidden, embedding, head, styles, players: Int
  /// The keys of the heads that use `PositionHistory`.
  let places: [String]
  let rows, times, stretch, warm: Int
  let dropout, rate: Float

  init(_ design: DrummerDesign, _ settings: TrainingSettings, warm: Int) {
    (hidden, embedding, head) = (design.hiddenSize, design.embeddingSize, design.headSize)
    (styles, players) = (design.styleCount, design.playerCount)
    places = design.headsWithPositionHistory.map(\.key).sorted()
    (rows, times, stretch) = (settings.rows, settings.times, settings.stretchChunks)
    (dropout, rate, self.warm) = (settings.dropout, settings.rate, warm)
  }
}
