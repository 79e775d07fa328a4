import Foundation
import MusicalTime
import Rhythm
import Testing

@testable import Daemon

/// Single strokes for pages, of a kit that is kept for a while.
@Suite struct OneShotRoomTests {
  private static let soundFont = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "SoundFonts/Ghostnote-Kit.sf2").path

  /// A stroke whose only echo comes a beat later.
  private func order(tempo: Double) throws -> OneShotRoom.Order {
    var patch = Patch(tempo: Tempo(clampingBPM: tempo))
    patch.kit.effects.delayTime = try #require(DelayTime("1/4"))
    patch.kit.effects.delayFeedback = 0
    patch.kit[.sideStick].sound.delay = 1
    return OneShotRoom.Order(
      patch: patch, file: nil, soundFont: Self.soundFont, drum: .sideStick,
      velocity: Velocity(clamping: 100))
  }

  @Test func `a kit that is kept echoes at the tempo of each order`() async throws {
    let room = OneShotRoom()
    let slow = try await room.json(try order(tempo: 60))
    let fast = try await room.json(try order(tempo: 200))
    // The echo is 33,600 frames earlier, each of 16 characters in three.
    #expect(slow.utf8.count > fast.utf8.count + 100_000)
  }
}
