import Drummer
import Synchronization
import Testing

@testable import DrummerTraining

@Suite struct TrainingLoopTests {
  @Test func `an epoch takes the time of its own steps and its own validation`() throws {
    var settings = Tiny.settings
    settings.epochs = 3
    let loop = try TrainingLoop<CountingWorker>(
      Tiny.design, settings, training: Tiny.pieces([70, 61, 40, 33]),
      validation: Tiny.pieces([30], seed: 2))
    var steps = 0
    // A step takes a second, and a worker's part of a batch of validation a thousand.
    func now() -> Double {
      Double(steps + 1_000 * CountingWorker.evaluated.load(ordering: .sequentiallyConsistent))
    }
    var moments = [now()]
    let end = try loop.run(
      clock: now, isAsked: { false },
      onEvent: { event in
        switch event {
        case .step: steps += 1
        case .epoch: moments.append(now())
        }
      })
    #expect(end == .finished && steps > 3)
    let lengths = zip(moments.dropFirst(), moments).map { $0 - $1 }
    #expect(lengths.count == 3 && lengths.allSatisfy { $0 > 1_000 })
    #expect(loop.state.epochs.map(\.seconds) == lengths)
    // A resumed training counts on from here.
    #expect(loop.state.seconds == lengths.reduce(0, +))
  }
}

/// A network's worker that counts what it evaluates.
private final class CountingWorker: BatchWorker {
  /// The batches that workers have evaluated; for one test, because workers are made by their pool.
  static let evaluated = Atomic<Int>(0)
  static let usesConditions = NetworkWorker.usesConditions

  private let worker: NetworkWorker

  init(_ weights: NetworkWeights, rows: Int, times: Int, dropout: Float, blas: BLAS) {
    worker = NetworkWorker(weights, rows: rows, times: times, dropout: dropout, blas: blas)
  }

  var gradient: FloatMemory { worker.gradient }
  var lstm: LSTMSequence { worker.lstm }

  static func lossScale(of batch: TruncatedBatch, _ settings: TrainingSettings) -> Float {
    NetworkWorker.lossScale(of: batch, settings)
  }

  func forward(
    _ batch: TruncatedBatch, rows: Range<Int>, _ set: TrainingSet, scale: Float,
    dropoutSeed: UInt64?
  ) -> PredictionStatistics {
    // Only training drops.
    if dropoutSeed == nil { Self.evaluated.add(1, ordering: .sequentiallyConsistent) }
    return worker.forward(batch, rows: rows, set, scale: scale, dropoutSeed: dropoutSeed)
  }

  func backward(drops: Bool) { worker.backward(drops: drops) }
}
