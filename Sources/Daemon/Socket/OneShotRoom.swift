import ControlSocket
import Foundation
import Instrument
import MusicalTime
import Rhythm

/// Renders single strokes for pages that sound them themselves, beside the music.
///
/// The kit that was used last is kept for a while: a page asks for all its drums. It takes no thread from the
/// main loop's tasks.
actor OneShotRoom {
  private let queue = WorkQueue("one-shots")

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

  /// A stroke that is asked for, with the kit that it is of.
  struct Order: Sendable {
    let patch: Patch
    let file: String?
    /// The SoundFont that plays in place of the patch's.
    let soundFont: String?
    let drum: Drum
    let velocity: Velocity
  }

  /// A kit that is ready.
  private final class Loaded {
    var shots: OneShots

    init(_ order: Order) throws(RenderingError) {
      shots = try OneShots(order.patch, file: order.file, soundFont: order.soundFont)
    }
  }

  /// What a kit is made of.
  private struct Source: Hashable {
    let kit: KitDescription
    let file: String?
    let soundFont: String?
    /// Nil where no drum echoes.
    let tempo: Tempo?

    init(_ order: Order) {
      kit = order.patch.kit
      // A relative name means another file beside another patch.
      file = order.file
      soundFont = order.soundFont
      let echoes = Drum.all.contains { order.patch.kit[$0].sound.delay > 0 }
      tempo = echoes ? order.patch.tempo : nil
    }
  }

  private var source: Source?
  private var loaded: Loaded?
  private var lastUse = ContinuousClock.now
  private var isForgetting = false
  /// How long an unused kit is kept.
  private static let patience = Duration.seconds(30)

  /// What follows `ok`: the drums that it silences, and the samples as 16 bits in base64.
  func json(_ order: Order) throws(RenderingError) -> String {
    lastUse = .now
    let wanted = Source(order)
    if source != wanted || loaded == nil {
      loaded = nil
      loaded = try Loaded(order)
      source = wanted
      forgetLater()
    }
    let samples = loaded?.shots.render(order.drum, order.velocity) ?? []
    var bytes = Data(capacity: 2 * samples.count)
    for sample in samples {
      let value = UInt16(bitPattern: StereoFrame.sample(sample))
      bytes.append(UInt8(value & 0xFF))
      bytes.append(UInt8(value >> 8))
    }
    let chokes = Drum.all.filter(order.patch.kit.choked(by: order.drum).contains)
    let members: [String: JSONNode] = [
      "rate": .integer(48_000), "channels": .integer(2), "format": .string("s16le"),
      "chokes": .array(chokes.map { .string($0.name) }),
      "data": .string(bytes.base64EncodedString()),
    ]
    return JSONNode.object(["oneshot": .object(members)]).text
  }

  private func forgetLater() {
    guard !isForgetting else { return }
    isForgetting = true
    Task { [weak self] in
      while await self?.forget() == false { try? await Task.sleep(for: Self.patience) }
    }
  }

  /// Frees a kit that was not used for a while; false where it was.
  private func forget() -> Bool {
    if ContinuousClock.now - lastUse >= Self.patience { loaded = nil }
    isForgetting = loaded != nil
    return !isForgetting
  }
}
