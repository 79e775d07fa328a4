import Commands
import Drummer
import Files
import Foundation
import MIDI
import MusicalTime
import Rhythm
import Testing

@testable import LiveDrummer

@Suite struct PrimerTests {
  private static func kick(_ beat: Beats) -> Hit {
    Hit(drum: .kick, velocity: StepNotation.hit, beat: beat)
  }

  @Test(arguments: [(1, 1), (36, 36), (37, 33), (38, 34), (40, 36), (1_001, 33)])
  func `the end of a song is enough, in its position in the phrase`(song: Int, kept: Int) throws {
    let hits = (0..<song).map {
      Hit(
        drum: .kick, velocity: Velocity(clamping: 1 + $0 % 100), beat: Beats(4 * Int64($0) + 1))
    }
    let bars = try #require(LastBars(hits)).bars
    #expect(bars.count == kept)
    #expect((song - kept).isMultiple(of: 4))
    #expect(
      bars
        == (song - kept..<song).map { bar in
          [Hit(drum: .kick, velocity: Velocity(clamping: 1 + bar % 100), beat: Beats(1))]
        })
  }

  @Test func `a pattern primes with every loop of its lanes`() throws {
    let pattern = try PatternNotation.pattern("kick: x...............; snare [grid 3/1]: x..")
    let bars = try #require(Primer(Patch(pattern: pattern))).bars
    #expect(bars.count == 4)
    #expect(bars.map { $0.count { $0.drum == .snare } } == [2, 1, 1, 2])
    #expect(Primer(Patch()) == nil)
  }

  @Test(arguments: [
    ("x...x...x.......", [1, 1, 1, 0]), ("x@-1/16...x...x...x...", [1, 1, 1, 1]),
  ])
  func `a pattern of four bars primes with four, silent at its end or early at its beginning`(
    kicks: String, hits: [Int]
  ) throws {
    let pattern = try PatternNotation.pattern("grid: 16/1; kick: \(kicks)")
    let bars = try #require(Primer(Patch(pattern: pattern))).bars
    #expect(bars.map(\.count) == hits)
  }

  @Test func `a lane thousands of times as fast as its pattern primes with no more than the limit`()
    throws
  {
    var lane = Lane(drum: .kick, steps: Array(repeating: Step(StepNotation.hit), count: 16))
    lane.grid = try Grid(count: 16, in: Beats(1, over: 64))
    lane.ratio = try #require(SpeedRatio(64, over: 1))
    let primer = try #require(Primer(Patch(pattern: try Pattern(lanes: [lane]))))
    #expect(primer.bars.joined().count == Primer.mostHits)
  }

  @Test func `a file is read with the notes that the drummer learned from`() throws {
    let path = NSTemporaryDirectory() + "ghostnote-\(UUID().uuidString).mid"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let events = (0..<128).map { note in
      StandardMIDIFile.Event(
        .message(.noteOn(channel: 9, note: UInt8(note), velocity: 90)),
        at: Beats(Int64(note), over: 64))
    }
    let file = StandardMIDIFile(StandardMIDIFile.Track(name: "", events, end: Beats(4)))
    try FileReplacement.replace(path, with: file.bytes)
    func drums(_ map: InputMap) throws -> [Drum] {
      try #require(Primer(file: path, map: map).bars.first).map(\.drum)
    }
    let learned = (0..<128).compactMap { DrumMap.standard.drum(forNote: UInt8($0)) }
      .filter { Vocabulary.index(of: $0) != nil }
    let found = try drums(.standard)
    #expect(found == learned, "\(found.map(\.name)) \(learned.map(\.name))")
    // A pad that the patch maps by itself stays what the patch says.
    var map = InputMap.standard
    map.notes[100] = .snare
    #expect(try drums(map).count == learned.count + 1)
  }

  @Test func `a hit billions of beats away makes 36 bars at most`() throws {
    let far = Beats(800_000_000_000)
    let primer = try #require(Primer([Self.kick(.zero), Self.kick(far)]))
    #expect((33...36).contains(primer.bars.count))
    #expect(primer.bars.last == [Self.kick(.zero)])
    #expect(primer.bars.dropLast().allSatisfy { $0.isEmpty })
  }

  @Test func `a hit a little early is its own bar's, and none is before the first`() throws {
    let bars = try #require(LastBars([Self.kick(.zero), Self.kick(Beats(63, over: 16))])).bars
    #expect(bars == [[Self.kick(.zero)], [Self.kick(Beats(-1, over: 16))]])
    #expect(LastBars([]) == nil)
  }
}
