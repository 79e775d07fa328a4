import FluidSynthesizer
import Foundation
import MusicalTime
import Playback
import Rhythm
import Testing

private let systemFont = "/usr/share/sounds/sf2/TimGM6mb.sf2"

/// Rendering of whole blocks.
struct RenderTests {
  @Test func `the same events give the same samples, bit for bit`() throws {
    let first = try Studio(.sine)
    let second = try Studio(.sine)
    let isSame = first.play(busy, frames: 24_000) == second.play(busy, frames: 24_000)
    #expect(isSame)
  }

  @Test func `the block size does not change the result`() throws {
    let whole = try Studio(.sine)
    let cut = try Studio(.sine)
    let expected = whole.play(busy, frames: 24_000)
    var heard: [[Float]] = [[], []]
    var place = 0
    while place < 24_000 {
      let frames = min(place % 97 + 1, 24_000 - place)
      let events = busy.filter { (place..<place + frames).contains(Int($0.offset)) }.map { event in
        var moved = event
        moved.offset -= Int32(place)
        return moved
      }
      let block = cut.play(events, frames: frames)
      for side in 0..<2 { heard[side] += block[side] }
      place += frames
    }
    let isSame = heard == expected
    #expect(isSame)
  }

  @Test func `ten thousand hits in a block are played or counted`() throws {
    let studio = try Studio(.sine)
    let flood = (0..<10_000).map { index in
      SoundEvent.hit(Drum(clampingIndex: index % 26), at: Int32(index * 128 / 10_000))
    }
    _ = studio.left(flood, frames: 128)
    // Before the first of FluidSynth's blocks, before the second, and after it.
    #expect(studio.rack.collect().droppedHits == 10_000 - 3 * 64)
    _ = studio.left([SoundEvent(offset: 0, kind: .allSoundOff)], frames: 4800)
    #expect(studio.left([.hit()], frames: 512).peak > 0.1)
    #expect(studio.rack.collect().activeVoices == 1)
  }

  @Test func `many controller events end with the last value`() throws {
    let studio = try Studio()
    let full = studio.left([.hit()], frames: 1000)[999]
    let flood = (0..<5000).map { SoundEvent.controller(7, UInt8($0 % 100), at: Int32($0 / 50)) }
    _ = studio.left(flood + [.controller(7, 100, at: 100)], frames: 1000)
    #expect(abs(studio.left(frames: 64)[0] / full - 1) < 0.001)
  }

  @Test func `a block of 0 frames is valid`() throws {
    let studio = try Studio()
    #expect(studio.left([.hit()], frames: 0).isEmpty)
    #expect(studio.left(frames: 256).peak > 0.1)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: systemFont)))
  func `a system SoundFont plays all drums`() throws {
    let file = try SoundFontFile(path: systemFont)
    #expect(file.drumPresets.first?.program == 0)
    let kit = try Kit(file: file, sampleRate: .standard)
    for drum in Drum.all {
      let studio = try Studio(nil)
      studio.rack.install(try Kit(file: kit.file, sampleRate: .standard))
      #expect(studio.left([.hit(drum)], frames: 9600).peak > 0.005, "\(drum.name)")
    }
  }

  /// Events of every kind, at frames unrelated to the block size.
  private var busy: [SoundEvent] {
    [
      .controller(91, 60, at: 3), .hit(.kick, at: 5), .hit(.openHat, at: 333, velocity: 90),
      .hit(.snare, at: 1001, decay: 0.05), .choke(.openHat, at: 2222), .hit(.closedHat, at: 2222),
      .controller(7, 80, at: 5000), SoundEvent(offset: 7777, kind: .release, drum: .kick),
      .hit(.kick, at: 9001), SoundEvent(offset: 15_001, kind: .allSoundOff),
      .hit(.snare, at: 15_050), SoundEvent(offset: 20_000, kind: .allNotesOff),
    ]
  }
}
