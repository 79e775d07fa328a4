import FluidSynthesizer
import Foundation
import Playback
import Rhythm
import Testing

/// The sound of a single hit.
struct HitTests {
  @Test func `a hit sounds within one block of 64 frames and never early`() throws {
    for offset in stride(from: Int32(0), to: 300, by: 7) {
      let studio = try Studio()
      let sound = studio.left([.hit(at: offset)], frames: 512)
      let onset = try #require(sound.onset)
      #expect((Int(offset)...Int(offset) + 64).contains(onset), "offset \(offset), onset \(onset)")
    }
  }

  @Test func `an offset outside the block is clamped to it`() throws {
    let studio = try Studio()
    #expect(studio.left([.hit(at: 999)], frames: 128).peak == 0)
    #expect(studio.left(frames: 128).peak > 0.1)
  }

  @Test func `a level is exact from -20 to +12 dB`() throws {
    let usual = try loudness { _ in }
    for level: Float in [-20, -6, 6, 12] {
      let changed = try loudness { $0.level = level }
      #expect(abs(decibels(changed / usual) - level) < 0.11, "\(level) dB")
    }
    #expect(abs(try loudness { $0.level = 6.02 } / usual - 2) < 0.03)
  }

  @Test func `the lowest level is silence`() throws {
    #expect(try loudness { $0.level = -60 } < 1e-4)
  }

  @Test func `a level only applies to its drum`() throws {
    let studio = try Studio()
    studio.set { $0[.kick].level = -60 }
    #expect(studio.left([.hit(.snare)], frames: 512).peak > 0.1)
  }

  @Test func `pan moves a drum from one side to the other`() throws {
    for (pan, isLeftSilent, isRightSilent) in [(Float(-1), false, true), (1, true, false)] {
      let studio = try Studio()
      studio.set { $0[.snare].pan = pan }
      let sound = studio.play([.hit()], frames: 512)
      #expect((sound[0].peak < 1e-4) == isLeftSilent)
      #expect((sound[1].peak < 1e-4) == isRightSilent)
    }
    let studio = try Studio()
    let sound = studio.play([.hit()], frames: 512)
    #expect(sound[0] == sound[1])
  }

  @Test func `tuning is exact over four octaves`() throws {
    for cents: Float in [-2400, -1200, -700, -50, 0, 33, 1200, 2400] {
      let studio = try Studio(.sine)
      studio.set { $0[.snare].tuning = cents }
      let period = try #require(self.period(of: studio.left([.hit()], frames: 48_000)))
      let heard = 1200 * log2(96 / period)
      #expect(abs(heard - Double(cents)) < 1, "\(cents) cents sounded as \(heard)")
    }
  }

  @Test func `decay falls by 60 dB in its time and frees the voice`() throws {
    for seconds: Float in [0.05, 0.5, 2] {
      let studio = try Studio()
      studio.set { $0[.snare].decay = seconds }
      try expectDecay(studio, [.hit()], seconds)
    }
  }

  @Test func `a hit's own decay takes precedence over the kit's`() throws {
    let studio = try Studio()
    studio.set { $0[.snare].decay = 4 }
    try expectDecay(studio, [.hit(decay: 0.3)], 0.3)
  }

  @Test func `decay shortens only its own hit`() throws {
    let studio = try Studio()
    let alone = studio.left([.hit(.kick)], frames: 512)[400]
    _ = studio.left([.hit(.snare, decay: 0.02), .hit(.closedHat, decay: 0.01)], frames: 9600)
    #expect(abs(studio.left(frames: 512)[400] - alone) < 1e-4)
  }

  @Test func `decay outlasts a note-off in a font with a long release`() throws {
    // Release 101 s, as in drum fonts.
    let studio = try Studio(TinySoundFont(generators: [(38, 8000)]))
    studio.set { $0[.snare].decay = 0.2 }
    _ = studio.left(
      [.hit(), SoundEvent(offset: 100, kind: .release, drum: .snare)], frames: 19_200)
    #expect(studio.left(frames: 64).peak < 1e-4)
  }

  @Test func `a hit with an attack rises linearly, and other hits do not`() throws {
    for seconds: Float in [0.02, 0.1, 0.5] {
      let studio = try Studio()
      let frames = Int(seconds * 48_000)
      let full = studio.left([.hit()], frames: frames + 960)[frames + 900]
      let swelling = try Studio().left([.hit(attack: seconds)], frames: frames + 960)
      #expect(abs(swelling[frames + 900] - full) < 0.01 * full)
      for share in [0.25, 0.5, 0.75] {
        let heard = swelling[Int(Double(frames) * share)] / full
        #expect(abs(heard - Float(share)) < 0.05 + 64 / Float(frames), "\(share) of \(seconds) s")
      }
      // The next hit of the same drum has no attack.
      _ = studio.left([.hit(attack: seconds)], frames: 64)
      #expect(abs(try Studio().left([.hit()], frames: 512)[400] - full) < 1e-4)
    }
  }

  @Test func `a hit with an attack decays by 60 dB in its decay time after the attack`() throws {
    let sound = try Studio().left([.hit(decay: 0.3, attack: 0.2)], frames: 48_000)
    let loudest = try #require(sound.indices.max { abs(sound[$0]) < abs(sound[$1]) })
    #expect(abs(Float(loudest) / 48_000 - 0.2) < 0.01)
    let peak = sound.peak
    let end = try #require(sound.lastIndex { abs($0) > peak / 1000 })
    #expect(abs(Float(end - loudest) / 48_000 - 0.3) < 0.015)
  }

  @Test func `attacks out of range are clamped`() throws {
    let full = try Studio().left([.hit()], frames: 512)[400]
    #expect(abs(try Studio().left([.hit(attack: 1e-9)], frames: 512)[400] - full) < 0.01 * full)
    let slow = try Studio().left([.hit(attack: .infinity)], frames: 24_000)
    #expect(abs(slow[23_999] / full - 0.1) < 0.01)
    #expect(abs(try Studio().left([.hit(attack: .nan)], frames: 512)[400] - full) < 1e-4)
  }

  @Test func `a drum without a sample is silence`() throws {
    // The zone plays note 38 only.
    let studio = try Studio(TinySoundFont(generators: [(43, 38 | 38 << 8)]))
    #expect(studio.left([.hit(.kick, decay: 0.1)], frames: 512).peak == 0)
    #expect(studio.left([.hit(.snare)], frames: 512).peak > 0.1)
  }

  private func loudness(_ change: (inout DrumSound) -> Void) throws -> Float {
    let studio = try Studio()
    studio.set { change(&$0[.snare]) }
    return studio.left([.hit()], frames: 512)[400]
  }

  private func expectDecay(
    _ studio: Studio, _ events: [SoundEvent], _ seconds: Float
  ) throws {
    let sound = studio.left(events, frames: Int(seconds * 48_000 * 1.8))
    let loudest = sound.peak
    let end = try #require(sound.lastIndex { abs($0) > loudest / 1000 })
    #expect(abs(Float(end) / 48_000 - seconds) < 0.03 * seconds + 0.004, "\(end) frames")
    _ = studio.left(frames: 64)
    #expect(studio.rack.collect().activeVoices == 0)
  }

  /// Frames per period, from the first to the last rising zero crossing.
  private func period(of sound: [Float]) -> Double? {
    let crossings = (4801..<sound.count).filter { sound[$0 - 1] < 0 && sound[$0] >= 0 }
    guard let first = crossings.first, let last = crossings.last, first != last else { return nil }
    func place(_ frame: Int) -> Double {
      Double(frame) - Double(sound[frame] / (sound[frame] - sound[frame - 1]))
    }
    return (place(last) - place(first)) / Double(crossings.count - 1)
  }
}
