import Commands
import Drummer
import FluidSynthesizer
import GhostnoteTesting
import Instrument
import LiveDrummer
import MIDI
import MIDIFiles
import MusicalTime
import Rhythm
import Testing

@Suite struct RenderingTests {
  private func patch(_ rows: String, tempo: Double = 120, loops: Bool = true) throws -> Patch {
    Patch(
      name: "Test", tempo: Tempo(clampingBPM: tempo),
      pattern: try Pattern(rows: rows, loops: loops))
  }

  /// Left and right, mixed.
  private func render(_ patch: Patch, bars: Int = 1, ringsOut: Bool = false) throws -> [Float] {
    var rendering = try Rendering(patch, bars: bars, sampleRate: .standard, soundFont: nil)
    var samples: [Float] = []
    unsafe try rendering.run(ringsOut: ringsOut) { channels in
      for frame in 0..<(unsafe channels[0].count) {
        samples.append(unsafe channels[0][frame] + channels[1][frame])
      }
    }
    return samples
  }

  @Test func `the first frame is the downbeat, and the bars are exact`() throws {
    let samples = try render(try patch("kick  X... .... .... ...."))
    #expect(samples.count == 96_000)
    let onset = try #require(samples.firstIndex { abs($0) > 0.001 })
    #expect(onset < 64 + 8)
  }

  @Test func `the same patch renders the same bits`() throws {
    let patch = try patch("kick  X..x ..x. x... ..x.", tempo: 123.45)
    #expect(try render(patch, bars: 3) == render(patch, bars: 3))
  }

  @Test func `echoes are waited for, however long it is silent before the next`() throws {
    var patch = try patch("closedhat  X... .... .... ....", tempo: 60)
    patch.kit.effects.delayTime = try #require(DelayTime("1/1"))
    patch.kit.effects.delayFeedback = 0.5
    patch.kit[.closedHat].sound.delay = 0.6
    let samples = try render(patch, ringsOut: true)
    for bar in 1...3 {
      let echo = samples.dropFirst(bar * 192_000 - 480).prefix(9_600)
      #expect(echo.contains { $0.magnitude > 0.001 }, "echo \(bar)")
    }
  }

  @Test func `drums ring out after the last bar, followed by silence`() throws {
    let patch = try patch("crash  X... .... .... ....", tempo: 240)
    let exact = try render(patch)
    let whole = try render(patch, ringsOut: true)
    #expect(whole.count > exact.count + 48_000)
    #expect(whole.suffix(256).allSatisfy { abs($0) < 0.0001 })
  }

  @Test func `a pattern that does not loop plays once`() throws {
    let samples = try render(try patch("clap  X... .... .... ....", loops: false), bars: 2)
    #expect(samples.count == 192_000)
    #expect(samples[0..<9_600].contains { abs($0) > 0.01 })
    #expect(samples[96_000...].allSatisfy { abs($0) < 0.001 })
  }

  @Test func `a humanised patch is rendered humanised, as audio and as MIDI`() throws {
    var patch = try patch("kick  X..x ..x. x... ..x.")
    let drummer = FakeDrummer(humanisingTables: DrummerTables(.random()))
    let stiff = try StandardMIDIFile(patch, bars: 4).bytes
    let samples = try render(patch)
    patch.humanising = Humanising(amount: 1)
    let program = try drummer.loadDrummer().program(of: patch)
    #expect(try StandardMIDIFile(patch, bars: 4, program: program).bytes != stiff)
    var rendering = try Rendering(
      patch, bars: 1, sampleRate: .standard, soundFont: nil, loadDrummer: drummer.loadDrummer)
    var human: [Float] = []
    unsafe try rendering.run(ringsOut: false) { channels in
      for frame in 0..<(unsafe channels[0].count) {
        human.append(unsafe channels[0][frame] + channels[1][frame])
      }
    }
    #expect(human.count == samples.count && human != samples)
    #expect(throws: RenderingError.self) { try render(patch) }
  }

  @Test func `a song is rendered completely, once, at its tempi`() throws {
    let patterns = [
      try Pattern(rows: "kick X... .... .... ....", name: "a"),
      try Pattern(rows: "snare X... ....", name: "b"),
    ]
    var patch = Patch(tempo: Tempo(clampingBPM: 120))
    let sections = [
      Section(pattern: "a"), Section(pattern: "b", repeats: 2, tempo: Tempo(clampingBPM: 240)),
      Section(pattern: "a", tempo: Tempo(clampingBPM: 60)),
    ]
    try patch.setPatterns(patterns, selected: 1, song: Song(sections: sections, loops: true))
    // Four beats of half a second, four of a quarter, four of one.
    var samples: [Float] = []
    var rendering = try Rendering(songOf: patch, sampleRate: .standard, soundFont: nil)
    unsafe try rendering.run(ringsOut: false) { channels in
      for frame in 0..<(unsafe channels[0].count) {
        samples.append(unsafe channels[0][frame] + channels[1][frame])
      }
    }
    #expect(samples.count == 96_000 + 48_000 + 192_000)
    for onset in [0, 96_000, 120_000, 144_000] {
      #expect(samples[onset..<onset + 2_000].contains { abs($0) > 0.01 }, "\(onset)")
      let before = samples[max(onset - 1_000, 0)..<onset]
      #expect(before.allSatisfy { abs($0) < 0.01 }, "\(onset)")
    }
    let none = #expect(throws: RenderingError.self) {
      _ = try Rendering(songOf: Patch(), sampleRate: .standard, soundFont: nil)
    }
    #expect(none?.description.contains("has no song") == true)
  }

  @Test(arguments: [false, true])
  func `a patch whose drummer cannot play along is refused, and so is its song`(isSong: Bool) throws
  {
    var patch = try patch("kick  X... .... .... ....")
    patch.pattern.meter = Meter("7/8")
    patch.drummer.isOn = true
    try patch.setSong(Song(sections: [Section(pattern: patch.pattern.name)]))
    let loadDrummer = FakeDrummer().loadDrummer
    func prepare() throws {
      if isSong {
        _ = try Rendering(
          songOf: patch, sampleRate: .standard, soundFont: nil, loadDrummer: loadDrummer)
      } else {
        _ = try Rendering(
          patch, bars: 1, sampleRate: .standard, soundFont: nil, loadDrummer: loadDrummer)
      }
    }
    let error = #expect(throws: RenderingError.self) { try prepare() }
    #expect(error?.description.contains("is in 7/8: `drummer off`") == true)
  }

  @Test func `each round of a looping song begins at its first tempo`() throws {
    var patch = Patch(tempo: Tempo(clampingBPM: 120))
    let sections = [
      Section(pattern: "a"), Section(pattern: "a", tempo: Tempo(clampingBPM: 240)),
    ]
    let pattern = try Pattern(rows: "kick X... .... .... ....", name: "a")
    try patch.setPatterns([pattern], selected: 0, song: Song(sections: sections, loops: true))
    patch.playsSong = true
    let samples = try render(patch, bars: 5)
    #expect(samples.count == 3 * 96_000 + 2 * 48_000)
    for onset in [0, 96_000, 144_000, 240_000, 288_000] {
      #expect(samples[onset..<onset + 2_000].contains { abs($0) > 0.01 }, "\(onset)")
      let before = samples[max(onset - 1_000, 0)..<onset]
      #expect(before.allSatisfy { abs($0) < 0.01 }, "\(onset)")
    }
  }

  @Test func `a missing SoundFont is named`() throws {
    let patch = try patch("kick X...")
    let error = #expect(throws: RenderingError.self) {
      _ = try Rendering(patch, bars: 1, sampleRate: .standard, soundFont: "/no/such.sf2")
    }
    #expect(error?.description.contains("/no/such.sf2") == true)
  }

  @Test func `a MIDI export has every hit on its tick and a note-off for each`() throws {
    let file = try StandardMIDIFile(patch("kick  x... x...\nsnare  .... X..."), bars: 2)
    let track = try #require(file.songs.first)
    let ons = track.events.filter { $0.message?.kind == 0x90 }
    let offs = track.events.filter { $0.message?.kind == 0x80 }
    #expect(ons.count == offs.count)
    #expect(
      ons.filter { $0.message?.data1 == 38 }.map(\.beat) == [1, 3].map { Beats($0) })
    #expect(track.end == Beats(4))
  }

  @Test func `a song's bars are exported with the song's tempi, as they are rendered`() throws {
    var song = try patch("kick  x... x...")
    song.playsSong = true
    let name = song.pattern.name
    try song.setSong(
      Song(
        sections: [
          Section(pattern: name, repeats: 2, tempo: Tempo(clampingBPM: 90)),
          Section(
            pattern: name, repeats: 4, tempo: Tempo(clampingBPM: 140),
            tempi: [TempoChange(beat: Beats(3, over: 2), tempo: Tempo(clampingBPM: 150))]),
        ], loops: true))
    let file = try StandardMIDIFile(song, bars: 7)
    let tempi = TempoMap(try #require(file.songs.first)).changes
    let found = tempi.map { ($0.beat, ($0.duration.tempo.bpm * 10).rounded() / 10) }
    let length = song.pattern.length
    let expected: [(Beats, Double)] = [
      (.zero, 90), (length * 2, 140), (length * 2 + Beats(3, over: 2), 150), (length * 6, 90),
    ].filter { $0.0 < song.pattern.bar.length * 7 }
    #expect(found.map(\.0) == expected.map(\.0) && found.map(\.1) == expected.map(\.1))
    #expect(file.songs.first?.end == song.pattern.bar.length * 7)
  }

  @Test(arguments: ["3/4", "6/8", "7/8"])
  func `bars are the meter's, in a file as in a render`(text: String) throws {
    let meter = try #require(Meter(text))
    var patch = try patch("kick  x... x... x... x...")
    patch.pattern.meter = meter
    let file = try StandardMIDIFile(patch, bars: 3)
    #expect(file.songs.first?.end == meter.barLength * 3)
    #expect(MeterMap(file.tracks[0]).meter(at: .zero) == meter)
    #expect(patch.pattern.bar.length == meter.barLength)
  }
}
