import GhostnoteTesting
import MIDI
import MusicalTime
import Testing

/// Reading and writing undo each other.
@Suite struct RoundTripTests {
  @Test(arguments: 0..<300)
  func `a file that was read survives writing and reading`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let written = RandomFile(using: &random)
    let file = try StandardMIDIFile(bytes: written.bytes)
    let count = file.tracks.map { $0.events.count { $0.message != nil } }.reduce(0, +)
    #expect(count == written.messageCount)
    #expect(try StandardMIDIFile(bytes: file.bytes) == file)
  }

  @Test(arguments: 0..<100)
  func `a file made from values is read back unchanged`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let perBeat = [24, 96, 480, 960, 1000, 32_767].randomElement(using: &random) ?? 96
    let division = try #require(StandardMIDIFile.Division(ticksPerBeat: perBeat))
    let tracks = (0..<Int.random(in: 1...3, using: &random)).map { index in
      var track = StandardMIDIFile.Track(name: index == 0 ? "" : "Spur \(index)")
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        let tick = Int64.random(in: 0...100_000, using: &random)
        let note = UInt8.random(in: 35...60, using: &random)
        let beat = Beats(tick, over: Int64(perBeat))
        track.add(.message(.noteOn(channel: 9, note: note, velocity: 1)), at: beat)
        track.end = max(track.end, beat)
      }
      return track
    }
    let format: StandardMIDIFile.Format = tracks.count == 1 ? .single : .together
    let file = StandardMIDIFile(format: format, division: division, tracks: tracks)
    #expect(try StandardMIDIFile(bytes: file.bytes) == file)
  }

  @Test func `a track of many events is read and written`() throws {
    var track: [UInt8] = [0, 0x99]
    for _ in 0..<200_000 { track += [36, 100, 1] }
    track += [0xFF, 0x2F, 0]
    let file = try StandardMIDIFile(bytes: FileBytes.file(track))
    let read = try #require(file.tracks.first)
    #expect(read.events.count == 200_000)
    #expect(read.end == Beats(200_000, over: 96))
    #expect(try StandardMIDIFile(bytes: file.bytes) == file)
  }
}
