import FluidSynthesizer
import Foundation
import MusicalTime
import Playback
import Rhythm
import Testing

/// Filters and sends of single drums.
struct StripTests {
  /// A sine that fits the loop whole.
  private static func sine(_ period: Int, generators: [(UInt16, Int16)] = []) -> TinySoundFont {
    TinySoundFont(
      samples: (0..<1920).map { Int16(16_384 * sin(Double($0) * 2 * .pi / Double(period))) },
      generators: generators.map { (number: $0.0, amount: $0.1) })
  }

  /// The gain of a filter of second order whose cutoff is where tan(π f / rate) says (bilinear transform).
  private func gain(_ kind: DrumFilterKind, _ hertz: Double, cutoff: Double, peak: Double) -> Double
  {
    let place = tan(.pi * hertz / 48_000) / tan(.pi * cutoff / 48_000)
    let damping = sqrt(2) * pow(10, -peak / 20)
    let low = 1 / sqrt(pow(1 - place * place, 2) + pow(place * damping, 2))
    return kind == .lowpass ? low : low * place * place
  }

  @Test(arguments: [
    (DrumFilterKind.lowpass, 1_000.0, 0.0), (.lowpass, 300, 12), (.lowpass, 8_000, 24),
    (.highpass, 1_000, 0), (.highpass, 4_000, 18), (.highpass, 100, 6),
  ])
  func `a filter has the gain of its kind, cutoff and resonance at every frequency`(
    kind: DrumFilterKind, cutoff: Double, peak: Double
  ) throws {
    for period in [480, 192, 96, 48, 24, 12, 6] {
      let plain = try Studio(Self.sine(period), separatesDrums: true)
      let filtered = try Studio(Self.sine(period), separatesDrums: true)
      filtered.set {
        $0[.snare].filter = kind
        $0[.snare].cutoff = Float(cutoff)
        $0[.snare].resonance = Float(peak)
      }
      let before = plain.left([.hit()], frames: 24_000)[19_200...].map { $0 }
      let after = filtered.left([.hit()], frames: 24_000)[19_200...].map { $0 }
      let power = { (samples: [Float]) in samples.reduce(0.0) { $0 + Double($1) * Double($1) } }
      let measured = 10 * log10(power(after) / power(before))
      let expected = 20 * log10(gain(kind, 48_000 / Double(period), cutoff: cutoff, peak: peak))
      #expect(abs(measured - expected) < 0.1, "\(48_000 / period) Hz")
    }
  }

  @Test func `a filter leaves the other drums and the clicks alone`() throws {
    let plain = try Studio(separatesDrums: true)
    let filtered = try Studio(separatesDrums: true)
    filtered.set {
      $0[.snare].filter = .highpass
      $0[.snare].cutoff = 5_000
      $0[.snare].delay = 1
    }
    let click = SoundEvent(offset: 64, kind: .click, drum: .snare, value: 100, level: -6)
    let others: [SoundEvent] = [.hit(.kick), click, .hit(.openHat, at: 128)]
    let isSame = plain.play(others, frames: 24_000) == filtered.play(others, frames: 24_000)
    #expect(isSame)
  }

  @Test func `drums that are sounded apart sum to the same`() throws {
    let events: [SoundEvent] = [
      .hit(.kick), .hit(.snare, at: 70, velocity: 80), .hit(.openHat, at: 90),
      SoundEvent(offset: 100, kind: .click, drum: .snare, value: 100, level: -6),
      SoundEvent(offset: 300, kind: .key, value: 90, number: 64), .choke(.kick, at: 900),
    ]
    for pairs in [1, 26] {
      let mixed = try Studio(.sine, outputPairs: pairs)
      let apart = try Studio(.sine, outputPairs: pairs, separatesDrums: true)
      for studio in [mixed, apart] { studio.set { $0[.kick].output = 4 } }
      let (one, other) = (mixed.play(events, frames: 4_000), apart.play(events, frames: 4_000))
      for (a, b) in zip(one, other) {
        #expect(zip(a, b).allSatisfy { abs($0 - $1) < 1e-6 })
      }
    }
  }

  @Test func `the block size changes nothing of filters, echoes and reverb`() throws {
    func studio() throws -> Studio {
      let studio = try Studio(.sine, separatesDrums: true)
      studio.tempo = Tempo(clampingBPM: 133)
      studio.set {
        $0[.snare].reverb = 0.4
        $0[.snare].filter = .lowpass
        $0[.kick].delay = 0.5
        $0[.openHat].filter = .highpass
        $0[.openHat].delay = 0.3
        $0[.openHat].reverb = 0.2
        $0.effects.reverbDecay = 3
        $0.effects.delayTime = DelayTime("1/16") ?? .standard
      }
      return studio
    }
    let hits: [SoundEvent] = [
      .hit(.snare, at: 100), .hit(.kick, at: 3_000), .hit(.openHat, at: 3_001),
      .choke(.openHat, at: 9_000), .hit(.snare, at: 15_000, velocity: 40),
    ]
    let expected = try studio().play(hits, frames: 30_000)
    let cut = try studio()
    var heard: [[Float]] = [[], []]
    var place = 0
    while place < 30_000 {
      let frames = min(place % 311 + 1, 30_000 - place)
      let events = hits.filter { (place..<place + frames).contains(Int($0.offset)) }.map { event in
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

  @Test func `what is turned while a drum sounds makes no step`() throws {
    let studio = try Studio(separatesDrums: true)
    let level = studio.left([.hit()], frames: 4_800)[4_700]
    var last = level
    let changes: [(inout DrumSound) -> Void] = [
      { $0.filter = .lowpass }, { $0.cutoff = 200 }, { $0.resonance = 20 }, { $0.cutoff = 9_000 },
      { $0.filter = .highpass }, { $0.cutoff = 50 }, { $0.filter = .off }, { $0.delay = 1 },
      { $0.delay = 0 }, { $0.reverb = 1 }, { $0.reverb = 0 },
    ]
    for (number, change) in changes.enumerated() {
      studio.set { change(&$0[.snare]) }
      let sound = studio.left(frames: 4_800)
      // A constant has no steps of its own; a change of 100 % in 10 ms has one of 0.2 % at most.
      #expect(([last] + sound).largestStep < level * 0.02, "change \(number)")
      last = sound[4_799]
    }
  }

  @Test func `a drum with neither sends nor filter costs its effects nothing, not even a bit`()
    throws
  {
    let plain = try Studio(.sine, separatesDrums: true)
    let other = try Studio(.sine, separatesDrums: true)
    other.set {
      $0.effects.delayFeedback = 0.9
      $0.effects.reverbDecay = 9
      $0[.snare].cutoff = 100
      $0[.kick].reverb = 1
    }
    let isSame = plain.play([.hit()], frames: 24_000) == other.play([.hit()], frames: 24_000)
    #expect(isSame)
  }

  @Test func `what has rung out is silence, and never a denormal number`() throws {
    let short = Self.sine(96, generators: [(36, -4000), (37, 1440)])
    let studio = try Studio(short, separatesDrums: true)
    studio.set {
      $0[.snare].filter = .lowpass
      $0[.snare].cutoff = 100
      $0[.snare].resonance = 24
      $0[.snare].reverb = 0.5
      $0[.snare].delay = 0.5
      $0.effects.delayTone = 200
      $0.effects.delayFeedback = 0.3
      $0.effects.reverbDecay = 0.2
    }
    var sound = studio.left([.hit()], frames: 48_000)
    for _ in 0..<40 { sound += studio.left(frames: 8_000) }
    #expect(!sound.contains { $0.isSubnormal })
    #expect(sound[..<10_000].map { $0 }.peak > 0.001)
    #expect(sound.suffix(8_000).allSatisfy { $0 == 0 })
  }

  @Test(arguments: [Float(0.4), 1.3, 3])
  func `the reverb falls by 60 dB in the time that is set`(seconds: Float) throws {
    // A short stroke of 100 Hz: the reverb damps what is high more.
    let short = Self.sine(480, generators: [(36, -5000), (37, 1440)])
    let studio = try Studio(short, separatesDrums: true)
    studio.set {
      $0[.snare].reverb = 1
      $0.effects.reverbDecay = seconds
    }
    let frames = Int(seconds * 48_000)
    let sound = studio.left([.hit()], frames: frames + 24_000)
    // Schroeder's integral: what is left of the energy, from a tenth of the time to a half.
    func left(from place: Int) -> Float { sound[place...].reduce(0) { $0 + $1 * $1 } }
    let start = 9_600 + frames / 10
    let fall = 10 * log10(left(from: start) / left(from: start + frames * 2 / 5))
    #expect(abs(fall - 24) < 4, "\(fall) dB in two fifths of \(seconds) s")
  }

  @Test func `a reverb that is made longer on the way rings on, and leaves nothing`() throws {
    let short = Self.sine(480, generators: [(36, -5000), (37, 1440)])
    /// A stroke with that send, what follows once the decay is a second, and another stroke.
    func strokes(send: Float) throws -> (rest: [Float], next: [Float]) {
      let studio = try Studio(short, separatesDrums: true)
      studio.set {
        $0[.snare].reverb = send
        $0.effects.reverbDecay = 0.2
      }
      _ = studio.left([.hit()], frames: 4_800)
      studio.set { $0.effects.reverbDecay = 1 }
      let rest = studio.left(frames: 120_000)
      studio.set { $0[.snare].reverb = 1 }
      return (rest, studio.left([.hit()], frames: 9_600))
    }
    let (wet, dry) = (try strokes(send: 1), try strokes(send: 0))
    // A reverb of 0.2 s would have ended after 27,000 frames.
    #expect(wet.rest[28_000..<30_000].peak > 1e-6)
    #expect(wet.rest.suffix(1_000).allSatisfy { $0 == 0 })
    #expect(zip(wet.next, dry.next).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test func `a kit that rings out is still sent to the effects`() throws {
    let studio = try Studio(.constant, separatesDrums: true)
    studio.set { $0[.snare].delay = 1 }
    _ = studio.left([.hit()], frames: 2_000)
    try studio.install(.constant)
    // The echo of what rang out after the change, three sixteenths later, beside what is left of it.
    let both = studio.left(frames: 30_000)[24_000]
    let dry = try Studio(.constant)
    _ = dry.left([.hit()], frames: 2_000)
    try dry.install(.constant)
    #expect(both > dry.left(frames: 30_000)[24_000] + 0.05)
  }
}
