import Rhythm
import Testing

@testable import FluidSynthesizer

/// What reaches the audio thread is within the ranges of the knobs, whatever was asked.
@Suite struct SoundSettingsTests {
  private static func asked(_ knob: Knob) -> [Float] {
    let (lowest, highest) = (Float(knob.range.lowerBound), Float(knob.range.upperBound))
    return [-.infinity, lowest - 1, lowest, highest, highest + 1, .infinity, .nan]
  }

  private static func held(_ knob: Knob) -> [Float] {
    let (lowest, highest) = (Float(knob.range.lowerBound), Float(knob.range.upperBound))
    return [lowest, lowest, lowest, highest, highest, highest, Float(knob.standard)]
  }

  @Test func `each value of a drum is held within its knob's range, and no number is the standard`()
  {
    let fields: [(WritableKeyPath<DrumSound, Float>, Knob)] = [
      (\.level, .level), (\.pan, .pan), (\.tuning, .tuning), (\.reverb, .reverb),
      (\.delay, .delay), (\.cutoff, .cutoff), (\.resonance, .resonance),
    ]
    for (field, knob) in fields {
      let found = Self.asked(knob).map { value in
        var settings = SoundSettings()
        settings[.snare][keyPath: field] = value
        return settings.clamped[.snare][keyPath: field]
      }
      #expect(found == Self.held(knob), "\(knob.key)")
    }
  }

  @Test func `so is each value of everything together`() {
    let fields: [(WritableKeyPath<SoundSettings, Float>, Knob)] = [
      (\.masterLevel, .masterLevel), (\.effects.reverbDecay, .reverbDecay),
      (\.effects.delayFeedback, .delayFeedback), (\.effects.delayTone, .delayTone),
    ]
    for (field, knob) in fields {
      let found = Self.asked(knob).map { value in
        var settings = SoundSettings()
        settings[keyPath: field] = value
        return settings.clamped[keyPath: field]
      }
      #expect(found == Self.held(knob), "\(knob.key)")
    }
  }

  @Test func `a decay is none or at least a hundredth of a second`() {
    let asked: [Float] = [-.infinity, -1, 0, 0.001, 0.01, 20, 21, .infinity, .nan]
    let found = asked.map { seconds in
      var settings = SoundSettings()
      settings[.snare].decay = seconds
      return settings.clamped[.snare].decay
    }
    #expect(found == [0, 0, 0, 0.01, 0.01, 20, 20, 20, 0])
  }

  @Test func `an output beyond the last is the last`() {
    let found = [0, 1, 26, 27, 255].map { (output: UInt8) -> UInt8 in
      var settings = SoundSettings()
      settings[.snare].output = output
      return settings.clamped[.snare].output
    }
    #expect(found == [0, 1, 26, 26, 26])
  }

  @Test func `what is within its range is not changed, of any drum`() {
    var settings = SoundSettings()
    for drum in Drum.all {
      let share = Float(drum.index) / 26
      settings[drum].level = -60 + 72 * share
      settings[drum].cutoff = 20 + 19_980 * share
      settings[drum].decay = 0.01 + share
      settings[drum].output = drum.index
    }
    let found = settings.clamped
    #expect(Drum.all.allSatisfy { found[$0] == settings[$0] })
    #expect(found.effects == settings.effects && found.masterLevel == settings.masterLevel)
  }
}
