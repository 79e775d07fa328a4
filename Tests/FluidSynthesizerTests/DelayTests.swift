import FluidSynthesizer
import Foundation
import MusicalTime
import Playback
import Rhythm
import Testing

/// Echoes in tempo of what drums send to the delay.
struct DelayTests {
  /// A stroke of some milliseconds.
  private static let short = TinySoundFont(
    samples: TinySoundFont.sine.samples, generators: [(36, -7000), (37, 1440)])

  /// What a stroke of the snare sounds like with `effects`, less what it sounds like without: the echoes.
  private func echoes(
    tempo: Double = 120, frames: Int, _ change: (inout SoundSettings) -> Void
  ) throws -> (dry: [Float], wet: [Float]) {
    let dry = try Studio(Self.short, separatesDrums: true)
    let wet = try Studio(Self.short, separatesDrums: true)
    wet.tempo = Tempo(clampingBPM: tempo)
    wet.set {
      $0[.snare].delay = 1
      $0.effects.delayTone = 20_000
      change(&$0)
    }
    let plain = dry.left([.hit()], frames: frames)
    let heard = wet.left([.hit()], frames: frames)
    return (plain, zip(heard, plain).map { $0 - $1 })
  }

  /// Whether `wet` is `dry`, that many frames later and as many times as loud, between two frames.
  private func isEcho(
    _ wet: [Float], of dry: [Float], after delay: Int, gain: Float, within frames: Int
  ) -> Bool {
    (0..<frames).allSatisfy { abs(wet[delay + $0] - gain * dry[$0]) < 2e-6 }
  }

  @Test(arguments: [
    ("1/8.", 120.0, 18_000), ("1/8", 120, 12_000), ("1/8t", 120, 8_000), ("1/4", 97.3, 29_599),
    ("3:4", 60, 36_000), ("0.5", 240, 6_000), ("1/16t", 200, 2_400),
    // Ten seconds are halved until they fit: twice.
    ("1/2", 20, 144_000), ("5", 30, 120_000),
  ])
  func `an echo comes the time of the delay after the drum`(
    time: String, tempo: Double, frames: Int
  ) throws {
    let (dry, wet) = try echoes(tempo: tempo, frames: frames + 4_000) {
      $0.effects.delayTime = DelayTime(time) ?? .standard
      $0.effects.delayFeedback = 0
      $0[.snare].delay = 0.5
    }
    #expect(dry[..<2_000].peak > 0.1)
    #expect(wet[..<frames].peak < 2e-6)
    #expect(isEcho(wet, of: dry, after: frames, gain: 0.5, within: 2_000))
  }

  @Test func `each echo is the feedback's share of the one before, until there is silence`() throws
  {
    let (dry, wet) = try echoes(frames: 200_000) {
      $0.effects.delayTime = DelayTime("1/16") ?? .standard
      $0.effects.delayFeedback = 0.5
    }
    for echo in 1...8 {
      #expect(
        isEcho(wet, of: dry, after: 6_000 * echo, gain: pow(0.5, Float(echo - 1)), within: 2_000),
        "echo \(echo)")
    }
    #expect(wet[190_000...].peak == 0)
  }

  @Test func `the tone makes each echo duller than the one before`() throws {
    let (_, wet) = try echoes(frames: 30_000) {
      $0.effects.delayTime = DelayTime("1/16") ?? .standard
      $0.effects.delayFeedback = 0.9
      // The sine of the font is at 500 Hz, where the filter of one pole takes 7 dB.
      $0.effects.delayTone = 250
    }
    let peaks = (1...3).map { wet[6_000 * $0..<6_000 * $0 + 2_000].map { $0 }.peak }
    for (later, earlier) in zip(peaks.dropFirst(), peaks) {
      #expect(later < earlier * 0.9 * 0.6 && later > earlier * 0.9 * 0.3)
    }
  }

  @Test func `echoes follow a new tempo without a click`() throws {
    let studio = try Studio(.sine, separatesDrums: true)
    studio.set {
      $0[.snare].delay = 1
      $0.effects.delayFeedback = 0
      $0.effects.delayTime = DelayTime("1/16") ?? .standard
    }
    // A sixteenth has sixty periods of the sine, so that both add up.
    studio.tempo = Tempo(clampingBPM: 125)
    let steady = studio.left([.hit()], frames: 24_000)
    let usual = steady[12_000...].map { $0 }.largestStep
    for tempo in [127.0, 90, 180, 60] {
      studio.tempo = Tempo(clampingBPM: tempo)
      // Nor while what lies between two times is crossfaded: a sine has no other step.
      #expect(studio.left(frames: 12_000).largestStep < usual * 1.1)
    }
    _ = studio.left([SoundEvent(offset: 0, kind: .allSoundOff)], frames: 96_000)
    let after = studio.left([.hit(decay: 0.02)], frames: 20_000)
    let onset = try #require(after.firstIndex { abs($0) > 0.01 })
    let quiet = try #require(after[8_000...].firstIndex { abs($0) > 0.01 })
    // A sixteenth at 60 beats a minute.
    #expect(quiet - onset == 12_000)
  }

  @Test func `a tempo that wanders is followed once it has settled`() throws {
    let studio = try Studio(Self.short, separatesDrums: true)
    studio.set {
      $0[.snare].delay = 1
      $0.effects.delayFeedback = 0
      $0.effects.delayTime = DelayTime("1/8") ?? .standard
    }
    _ = studio.left([.hit()], frames: 6_400)
    studio.tempo = Tempo(clampingBPM: 120.01)
    _ = studio.left(frames: 9_600)
    // The echo of the first stroke is over.
    let heard = studio.left([.hit()], frames: 16_000)
    #expect(isEcho(heard, of: heard, after: 11_999, gain: 1, within: 2_000))
  }

  @Test(arguments: [(Float(0.7), "1/16"), (0.35, "1/4")])
  func `echoes that are made to last longer on the way are not cut off`(
    feedback: Float, time: String
  ) throws {
    let studio = try Studio(Self.short, separatesDrums: true)
    studio.set {
      $0[.snare].delay = 1
      $0.effects.delayTone = 20_000
      $0.effects.delayFeedback = 0.35
      $0.effects.delayTime = DelayTime("1/16") ?? .standard
    }
    _ = studio.left([.hit()], frames: 24_000)
    studio.set {
      $0.effects.delayFeedback = feedback
      $0.effects.delayTime = DelayTime(time) ?? .standard
    }
    // As they were, they would have ended after 76,000 frames at most.
    let heard = studio.left(frames: 76_000)
    #expect(heard[72_000..<74_000].peak > 1e-5)
  }

  @Test func `a tempo that wanders does not keep the delay sounding`() throws {
    let studio = try Studio(Self.short, separatesDrums: true)
    studio.set {
      $0[.snare].delay = 1
      $0.effects.delayFeedback = 0
      $0.effects.delayTime = DelayTime("1/16") ?? .standard
    }
    _ = studio.left([.hit()], frames: 2_560)
    let isEchoing = studio.rack.collect().isEchoing
    #expect(isEchoing)
    for block in 0..<50 {
      studio.tempo = Tempo(clampingBPM: block.isMultiple(of: 2) ? 119 : 120)
      _ = studio.left(frames: 256)
    }
    let isEchoingStill = studio.rack.collect().isEchoing
    #expect(!isEchoingStill)
  }

  @Test func `all sound off ends the echoes`() throws {
    let studio = try Studio(Self.short, separatesDrums: true)
    studio.set {
      $0[.snare].delay = 1
      $0.effects.delayFeedback = 0.95
    }
    _ = studio.left([.hit()], frames: 24_000)
    _ = studio.left([SoundEvent(offset: 0, kind: .allSoundOff)], frames: 1_024)
    #expect(studio.left(frames: 48_000).peak == 0)
  }

  @Test func `echoes and reverb come out with the first pair, and the drum with its own`() throws {
    let studio = try Studio(Self.short, outputPairs: 26, separatesDrums: true)
    studio.set {
      $0[.snare].delay = 1
      $0[.snare].reverb = 1
      $0.effects.delayFeedback = 0
    }
    let sound = studio.play([.hit()], frames: 24_000)
    for output in 0..<52 {
      let late = sound[output][18_000..<20_000].map { $0 }.peak
      #expect((late > 0.05) == (output < 2), "output \(output)")
      let early = sound[output][..<1_000].map { $0 }.peak
      #expect((early > 0.1) == (output / 2 == 3), "output \(output)")
    }
  }
}
