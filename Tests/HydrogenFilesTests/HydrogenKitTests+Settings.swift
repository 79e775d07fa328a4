import Rhythm
import SampleKits
import SoundFonts
import Testing

@testable import HydrogenFiles

extension HydrogenKitTests {
  private func instrument(_ name: String, _ more: String = "") -> String {
    "<instrument><name>\(name)</name>\(more)\(Self.layer("a.wav", 0, 1))</instrument>"
  }

  @Test func `mute groups have classes of their own, whatever their numbers are`() throws {
    func group(_ number: Int) -> String { "<muteGroup>\(number)</muteGroup>" }
    try inFolder { folder in
      let found = try kit(
        Self.xml(
          instrument("Crash", group(126)) + instrument("Splash", group(126))
            + instrument("Ride", group(0)) + instrument("Cowbell", group(0))
            + instrument("Kick", group(5)) + instrument("Closed Hat") + instrument("Open Hat")
            + instrument("Pedal Hat", group(9))), in: folder)
      let classes = Dictionary(
        uniqueKeysWithValues: found.kit.drums.map { ($0.name, $0.zone.exclusiveClass) })
      #expect(
        classes == [
          "Crash": 1, "Splash": 1, "Ride": 2, "Cowbell": 2, "Closed Hat": 127, "Open Hat": 127,
          // Alone in a group, a drum chokes nothing, not even itself.
          "Kick": 0, "Pedal Hat": 0,
        ])
      #expect(
        found.chokes == [
          "choke ride group0", "choke cowbell group0", "choke crash group126",
          "choke splash group126",
        ])
    }
  }

  @Test func `drums whose notes stop the one before have a class each, as far as there are any`() {
    func member(_ key: Int, _ group: Int? = nil) -> HydrogenChoking.Member {
      HydrogenChoking.Member(key: UInt8(key), group: group, stopsItself: true)
    }
    let few = HydrogenChoking([member(35), member(36, 7), member(37, 7), member(38, 8)])
    #expect(few.classes == [1, 2, 2, 3] && few.unstoppedCount == 0)
    let many = HydrogenChoking((0..<128).map { member($0) })
    #expect(many.classes.prefix(126).elementsEqual(1...126))
    #expect(many.classes.suffix(2) == [0, 0] && many.unstoppedCount == 2)
    #expect(many.lines == [])
  }

  @Test func `what a kit says of its instruments is kept, or named with its count`() throws {
    try inFolder { folder in
      let found = try kit(
        Self.xml(
          instrument("Kick", "<Release>1000</Release><isStopNote>true</isStopNote>")
            + instrument("Snare", "<Release>500</Release><isMuted>true</isMuted>")
            + instrument("Crash", "<randomPitchFactor>0.4</randomPitchFactor><Release>0</Release>")
            + instrument("Ride", "<isSoloed>true</isSoloed><Decay>0</Decay><Sustain>0.5</Sustain>")
            + instrument("Cowbell", "<Decay>4410</Decay><Sustain>0.1</Sustain>")
            + instrument("Splash", "<isStopNote>false</isStopNote><isMuted>false</isMuted>")),
        in: folder)
      #expect(
        found.notices == [
          "instruments that the kit has muted, which sound here: 1",
          "left out: releases of sounds that end early (2), random pitches (1), solos (1)",
        ])
      let drums = Dictionary(uniqueKeysWithValues: found.kit.drums.map { ($0.name, $0.zone) })
      #expect(drums["Kick"]?.exclusiveClass == 1 && drums["Splash"]?.exclusiveClass == 0)
      // With no time to decay, it is at its level at once.
      let (ride, cowbell) = (drums["Ride"]?.decay, drums["Cowbell"]?.decay)
      #expect(ride?.seconds == 0 && abs((ride?.to ?? 0) - 6.02) < 0.01)
      #expect(abs((cowbell?.seconds ?? 0) - 0.5) < 1e-9 && abs((cowbell?.to ?? 0) - 20) < 1e-9)
    }
  }

  @Test func `the low-pass filter is heard, and one that is wide open changes nothing`() throws {
    func filter(_ cutoff: Double, _ resonance: Double, isOn: Bool = true) -> String {
      "<filterActive>\(isOn)</filterActive><filterCutoff>\(cutoff)</filterCutoff>"
        + "<filterResonance>\(resonance)</filterResonance>"
    }
    try inFolder { folder in
      let found = try kit(
        Self.xml(
          instrument("Kick") + instrument("Snare", filter(1, 0))
            + instrument("Crash", filter(0.1, 0, isOn: false))
            + instrument("Splash", filter(0.3, 0))
        ), in: folder)
      let plain = found.kit.drums[0].sounds[0]
      #expect(found.kit.drums[1].sounds[0].channels == plain.channels)
      #expect(found.kit.drums[2].sounds[0].channels == plain.channels)
      // Without resonance it is one pole with the square of the cutoff.
      var low = 0.0
      let expected = plain.channels[0].map { sample in
        low += 0.09 * (Double(sample) - low)
        return Float(low)
      }
      let filtered = found.kit.drums[3].sounds[0].channels[0]
      #expect(zip(filtered, expected).allSatisfy { abs($0 - $1) < 1e-6 })
      #expect(filtered.count == expected.count)
      #expect(found.notices == [])
    }
  }

  @Test func `a filter with the most resonance stays within bounds, at other rates it is named`()
    throws
  {
    let filter = HydrogenFilter(cutoff: 1, resonance: 0.99)
    let wild = filter.filtered((0..<20_000).map { Float($0.isMultiple(of: 2) ? 1 : -1) })
    #expect(wild.allSatisfy { $0.isFinite && abs($0) < 1_000 })
    try inFolder { folder in
      var wave = Self.wav(0.5)
      // 96,000 frames a second.
      wave.replaceSubrange(24..<28, with: [0x00, 0x77, 0x01, 0x00])
      try write(wave, to: "\(folder)/fast.wav")
      let dark = "<filterActive>true</filterActive><filterCutoff>0.5</filterCutoff>"
      let found = try kit(
        Self.xml(
          "<instrument><name>Kick</name>\(dark)\(Self.layer("fast.wav", 0, 1))</instrument>"),
        in: folder)
      #expect(
        found.notices == [
          "left out: filters of samples at rates other than 44.1 to 48 kHz (1)"
        ])
    }
  }
}
