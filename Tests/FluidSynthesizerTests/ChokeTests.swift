import FluidSynthesizer
import Playback
import Rhythm
import Testing

/// Choking and ending sounds.
struct ChokeTests {
  @Test func `a choke is silent within 8 ms and does not click`() throws {
    for offset in stride(from: Int32(0), to: 64, by: 9) {
      let studio = try Studio()
      let before = studio.left([.hit(.openHat)], frames: 1000)
      let sound = studio.left([.choke(.openHat, at: offset)], frames: 1024)
      #expect(sound[(Int(offset) + 384)...].allSatisfy { abs($0) < 1e-5 })
      // A constant with a linear fade in 384 frames would step by a 384th; a raised cosine by about
      // half as much again.
      #expect(([before[999]] + sound).largestStep < before[999] / 100)
    }
  }

  @Test func `a choked voice is freed`() throws {
    let studio = try Studio()
    _ = studio.left([.hit(.openHat)], frames: 512)
    #expect(studio.rack.collect().activeVoices == 1)
    _ = studio.left([.choke(.openHat)], frames: 2400)
    _ = studio.left(frames: 64)
    #expect(studio.rack.collect().activeVoices == 0)
  }

  @Test func `a hit in the block of the choke still sounds`() throws {
    let studio = try Studio()
    let alone = studio.left([.hit(.openHat)], frames: 1024)[1000]
    let sound = studio.left(
      [.choke(.openHat, .closedHat, at: 10), .hit(.closedHat, at: 10)], frames: 4800)
    #expect(abs(sound[4700] - alone) < 1e-4)
  }

  @Test func `a hit on the choked drum itself still sounds`() throws {
    let studio = try Studio()
    let alone = studio.left([.hit(.openHat)], frames: 1024)[1000]
    let sound = studio.left([.choke(.openHat, at: 10), .hit(.openHat, at: 10)], frames: 4800)
    #expect(abs(sound[4700] - alone) < 1e-4)
  }

  @Test func `a choke spares the other drums`() throws {
    let studio = try Studio()
    let alone = studio.left([.hit(.kick)], frames: 1024)[1000]
    _ = studio.left([.hit(.openHat)], frames: 1024)
    let sound = studio.left([.choke(.openHat)], frames: 4800)
    #expect(sound[0] > 1.9 * alone)
    #expect(sound[384...].allSatisfy { abs($0 - alone) < 1e-4 })
  }

  @Test func `a choke falls by 1.4, 6 and 16 dB, then to nothing`() throws {
    let studio = try Studio()
    let before = studio.left([.hit(.openHat)], frames: 1024)[1000]
    let sound = studio.left([.choke(.openHat)], frames: 512)
    for (frame, level) in [(63, Float(-1.4)), (127, -6), (191, -16)] {
      #expect(abs(decibels(sound[frame] / before) - level) < 0.4, "frame \(frame)")
    }
    #expect(abs(sound[260]) < before / 10_000)
  }

  @Test func `a choke during a fade does not restart the fade`() throws {
    let studio = try Studio()
    _ = studio.left([.hit(.openHat)], frames: 1024)
    let faint = SoundEvent.hit(.openHat, at: 70, velocity: 1)
    let sound = studio.left([.choke(.openHat), faint, .choke(.openHat, at: 140)], frames: 1024)
    #expect(zip(sound, sound.dropFirst()).allSatisfy { $1 <= $0 + 1e-4 })
    #expect(sound[600...].allSatisfy { abs($0) < 1e-5 })
  }

  @Test func `a drum after note-off is choked too`() throws {
    let studio = try Studio(TinySoundFont(generators: [(38, 8000)]))
    _ = studio.left(
      [.hit(.openHat), SoundEvent(offset: 40, kind: .release, drum: .openHat)], frames: 4800)
    let sound = studio.left([.choke(.openHat)], frames: 512)
    #expect(sound[0] > 0.1)
    #expect(sound[384...].allSatisfy { abs($0) < 1e-5 })
  }

  @Test func `choking twice is as quick as once`() throws {
    let once = try Studio()
    let twice = try Studio()
    _ = once.left([.hit(.openHat)], frames: 512)
    _ = twice.left([.hit(.openHat)], frames: 512)
    #expect(
      once.left([.choke(.openHat)], frames: 512)
        == twice.left([.choke(.openHat), .choke(.openHat, at: 70)], frames: 512))
  }

  @Test func `all sound off silences everything without a click`() throws {
    let studio = try Studio()
    let before = studio.left(Drum.all.map { .hit($0, velocity: 60) }, frames: 1000)
    let sound = studio.left([SoundEvent(offset: 0, kind: .allSoundOff)], frames: 2400)
    #expect(sound[384...].allSatisfy { abs($0) < 1e-5 })
    #expect(([before[999]] + sound).largestStep < before[999] / 100)
    _ = studio.left(frames: 64)
    #expect(studio.rack.collect().activeVoices == 0)
  }

  @Test func `random sessions leave no voice after all notes off`() throws {
    var chance = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: 0...(.max), using: &chance)
    for session in 0..<20 {
      var random = Xorshift(state: seed &+ UInt64(session) | 1)
      let studio = try Studio()
      for _ in 0..<20 {
        _ = studio.left(randomEvents(&random), frames: Int.random(in: 1...700, using: &random))
        if Int.random(in: 0..<8, using: &random) == 0 { try studio.install(.constant) }
      }
      _ = studio.left([SoundEvent(offset: 0, kind: .allNotesOff)], frames: 48_000)
      _ = studio.left(frames: 64)
      #expect(
        studio.rack.collect().activeVoices == 0, "seed \(seed), session \(session)")
      #expect(studio.rack.collect().kitCount == 1, "seed \(seed), session \(session)")
    }
  }

  private func randomEvents(_ random: inout Xorshift) -> [SoundEvent] {
    (0..<Int.random(in: 0...12, using: &random)).map { _ in
      SoundEvent(
        offset: Int32.random(in: -5...800, using: &random),
        kind: SoundEvent.Kind(rawValue: UInt8.random(in: 0...6, using: &random)) ?? .hit,
        drum: Drum(clampingIndex: Int.random(in: 0..<26, using: &random)),
        value: UInt8.random(in: 1...127, using: &random),
        number: UInt8.random(in: 0...255, using: &random),
        drums: DrumSet(bits: UInt32.random(in: 0...0x3FF_FFFF, using: &random)),
        decay: Float.random(in: 0...1, using: &random))
    }
    .sorted { $0.offset < $1.offset }
  }
}

/// A seeded random number generator.
struct Xorshift: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
