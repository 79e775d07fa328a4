import Foundation
import Testing

@testable import SampleKits
@testable import SoundFonts

/// Recordings as arrays, without files.
@Suite struct SampledSoundTests {
  private func sound(_ channels: [[Float]], loop: Range<Int>? = nil) -> SampledSound {
    SampledSound(name: "a", rate: 1_000, channels: channels, loop: loop)
  }

  @Test func `equal channels are one, and more than two are mixed`() {
    let wave: [Float] = [0.5, -0.5, 0.25]
    #expect(sound([wave, wave]).channels == [wave])
    #expect(sound([wave, [0, 0, 0]]).channels.count == 2)
    #expect(sound([[0.75, 0], [0, 0.75], [0, 0]]).channels == [[0.25, 0.25]])
    // A shorter channel counts as silence from its end on.
    #expect(sound([[0.75, 0.75], [0.75], []]).channels == [[0.5, 0.25]])
  }

  @Test func `loudness is that of the loudest 50 ms, whatever the length`() {
    let stroke = [Float](repeating: 0.5, count: 50)
    let silence = [Float](repeating: 0, count: 950)
    #expect(abs(sound([stroke]).loudness - 0.5) < 1e-9)
    #expect(abs(sound([silence + stroke + silence]).loudness - 0.5) < 1e-6)
    #expect(abs(sound([silence, stroke + silence]).loudness - 0.5) < 1e-6)
    #expect(sound([[]]).loudness == 0 && sound([[]]).peak == 0)
    #expect(sound([[0.1, -0.75], [0.5, 0]]).peak == 0.75)
  }

  @Test func `silence is cut to a millisecond before and 5 ms after, and the end fades`() {
    let silence = [Float](repeating: 0, count: 100)
    let cut = sound([silence + [Float](repeating: 0.5, count: 20) + silence]).trimmed()
    #expect(cut.frameCount == 1 + 20 + 5)
    #expect(cut.channels[0][0] == 0 && cut.channels[0][1] == 0.5)
    #expect(cut.channels[0].last == 0)
    // What is below −60 dB of the peak is silence too.
    let quiet = [Float](repeating: 0.0004, count: 100)
    #expect(sound([quiet + [Float](repeating: 0.5, count: 20) + quiet]).trimmed().frameCount == 26)
  }

  @Test func `a loop is kept whole, moves with the beginning, and does not fade`() {
    let silence = [Float](repeating: 0, count: 100)
    let looped = sound([silence + [Float](repeating: 0.5, count: 20) + silence], loop: 90..<150)
    let cut = looped.trimmed()
    #expect(cut.loop == 0..<60 && cut.frameCount == 60)
    #expect(cut.channels[0][10] == 0.5 && cut.channels[0][29] == 0.5)
  }

  @Test(arguments: [Float.leastNonzeroMagnitude, .leastNormalMagnitude, 1e-12])
  func `a kit of sounds far below hearing becomes a SoundFont of silence`(level: Float) {
    var kit = SampledKit(SoundFont.Information(name: "quiet"))
    let quiet = sound([[level, 0, -level]])
    kit.drums = [SampledDrum(name: "kick", key: 36, layers: [[quiet]])]
    let samples = kit.soundFont.samples
    #expect(samples.count == 1 && samples[0].frames.allSatisfy { $0 == 0 })
  }

  @Test func `silence alone is left as it is`() {
    let silent = sound([[0, 0, 0, 0]])
    #expect(silent.trimmed() == silent)
  }

  @Test func `reversed it begins with its end, without a loop`() {
    let ramp = (0..<20).map { Float($0) / 20 }
    let turned = sound([ramp], loop: 2..<18).reversed()
    #expect(turned.loop == nil)
    #expect(turned.channels[0][0] == 0.95 && turned.channels[0][5] == 0.7)
    #expect(turned.channels[0].last == 0)
  }

  @Test func `folding keeps gain, tuning and loop`() {
    var stereo = sound([[0.5, 0.5], [0.25, 0.75]], loop: 0..<2)
    (stereo.gain, stereo.tuning) = (2, -3)
    let mono = stereo.folded()
    #expect(mono.channels == [[0.375, 0.625]])
    #expect(mono.gain == 2 && mono.tuning == -3 && mono.loop == 0..<2)
    #expect(mono.folded() == mono)
    var against = sound([[0.5, -0.5, 0.5], [-0.25, 0.25, -0.25]])
    against.gain = 4
    // A third of the louder side is left: enough.
    #expect(against.folded().channels == [[0.125, -0.125, 0.125]])
    let cancelled = sound([[0.5, -0.5, 0.5], [-0.49, 0.49, -0.49]]).folded()
    #expect(cancelled.channels == [[0.5, -0.5, 0.5]])
  }
}
