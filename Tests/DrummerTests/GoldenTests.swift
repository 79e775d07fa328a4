import Drummer
import Foundation
import GhostnoteTesting
import MIDI
import MusicalTime
import Rhythm
import Testing

/// Compares the forward pass with the reference's, with its weights, on one recording.
@Suite(.enabled(if: SharedFiles.goldenModel != nil && SharedFiles.groove != nil))
struct GoldenTests {
  /// Notes of the Roland TD-11 that differ from General MIDI.
  private static let rolandNotes: [UInt8: UInt8] = [
    40: 38, 50: 48, 47: 45, 58: 43, 26: 46, 22: 42, 55: 49, 52: 57, 59: 51,
  ]

  /// Validation file drummer1/session1/145, a baião at 95 bpm.
  private func recording() throws -> [PlacedToken] {
    let folder = try #require(SharedFiles.groove)
    let path = folder + "/drummer1/session1/145_latin-brazilian-baiao_95_beat_4-4.mid"
    let file = try StandardMIDIFile(bytes: [UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
    let hits = file.songs.flatMap(\.events).compactMap { event -> Hit? in
      guard let message = event.message, message.kind == 0x90, message.data2 > 0 else { return nil }
      let note = Self.rolandNotes[message.data1] ?? message.data1
      return Drum(note: note).map {
        Hit(drum: $0, velocity: Velocity(clamping: Int(message.data2)), beat: event.beat)
      }
    }
    return Vocabulary.tokens(of: hits)
  }

  private let conditions = Conditions(style: 3, tempo: Tempo(clampingBPM: 95))

  @Test func `the negative log-likelihood of a recording equals the reference's`() throws {
    let tables = DrummerTables(try DrummerModel(path: #require(SharedFiles.goldenModel)))
    var state = DrummerState(tables, conditions)
    let tokens = try recording()
    #expect(tokens.count == 247)
    var nats = 0.0
    for token in tokens {
      let surprise = state.follow(token)
      for index in 0..<4 { nats += surprise[index] }
    }
    let mean = nats / Double(tokens.count)
    #expect(abs(mean - 5.514371) < 0.0005, "\(mean) nats per hit")
  }

  @Test func `a copy continues identically, whatever the original is given`() throws {
    let tables = DrummerTables(try DrummerModel(path: #require(SharedFiles.goldenModel)))
    let tokens = try recording()
    var state = DrummerState(tables, conditions)
    for token in tokens.prefix(100) { state.advance(with: token) }
    var copy = state
    copy.setConditions(Conditions(style: 0, tempo: .standard))
    for token in tokens.suffix(50) { copy.advance(with: token) }
    var fresh = DrummerState(tables, conditions)
    for token in tokens.prefix(100) { fresh.advance(with: token) }
    for token in tokens.dropFirst(100).prefix(50) {
      let (a, b) = (state.follow(token), fresh.follow(token))
      for index in 0..<4 { #expect(a[index] == b[index]) }
    }
  }
}
