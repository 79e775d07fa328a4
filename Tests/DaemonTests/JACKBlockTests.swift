import Clock
import FluidSynthesizer
import GhostnoteTesting
import Instrument
import MusicalTime
import Playback
import Rhythm
import Sequencing
import Testing

@testable import Daemon
@testable import JACKClient

/// JACK's cycles where the server changes its sample rate under way.
@Suite struct JACKBlockTests {
  @Test func `a rate that is not prepared for is silent, and then the instrument is resampled`()
    throws
  {
    var engine = Engine(EngineConfiguration(), program: Program(Patch()))
    let synthesizer = DrumSynthesizer(sampleRate: .standard)
    let instrument = Instrument(engine: engine.audio, renderer: synthesizer.renderer, outputs: 2)
    let block = UnsafeMutablePointer<JACKBlock>.allocate(capacity: 1)
    unsafe block.initialize(to: JACKBlock(instrument.audio, rate: .standard))
    defer {
      unsafe block.deinitialize(count: 1)
      unsafe block.deallocate()
    }
    let shared = unsafe SharedState(
      audioCount: 0, handler: fillJACKCycle, context: UnsafeMutableRawPointer(block))
    func run(cycles: Int) {
      for _ in 0..<cycles { _ = unsafe processCycle(128, shared.state) }
    }

    instrument.audio.giveTurn(to: .jack) {}
    run(cycles: 2)
    let begun = engine.control.status().frame.index
    #expect(begun > 0)
    shared.setRate(96_000)
    run(cycles: 10)
    let silent = engine.control.status().frame.index
    #expect(silent == begun)

    let rate = try #require(SampleRate(hertz: 96_000))
    instrument.audio.giveTurn(to: .none) {}
    unsafe block.pointee.prepare(for: rate)
    instrument.audio.giveTurn(to: .jack) {}
    run(cycles: 10)
    let before = engine.control.status().frame.index
    run(cycles: 10)
    let after = engine.control.status().frame.index
    #expect(before > silent && after - before == 10 * 64)
    withExtendedLifetime(instrument) {}
  }

  /// What the engine and our timebase come to after each cycle of a server at `hertz`, whose transport rolls at
  /// 120 bpm, from each of `places` of the transport on.
  private static func roll(
    _ patch: Patch, hertz: Int, frames: Int, places: [Int64], source: ClockSettings.Source = .jack
  ) throws -> [(status: EngineStatus, bar: SongBar?)] {
    var configuration = EngineConfiguration()
    configuration.clock.source = source
    var engine = Engine(configuration, program: Program(patch))
    let synthesizer = DrumSynthesizer(sampleRate: .standard)
    let instrument = Instrument(engine: engine.audio, renderer: synthesizer.renderer, outputs: 2)
    let block = UnsafeMutablePointer<JACKBlock>.allocate(capacity: 1)
    unsafe block.initialize(to: JACKBlock(instrument.audio, rate: .standard))
    defer {
      unsafe block.deinitialize(count: 1)
      unsafe block.deallocate()
    }
    let shared = unsafe SharedState(
      audioCount: 0, handler: fillJACKCycle, context: UnsafeMutableRawPointer(block))
    let rate = try #require(SampleRate(hertz: hertz))
    unsafe block.pointee.prepare(for: rate)
    instrument.audio.giveTurn(to: .jack) {}
    var found: [(status: EngineStatus, bar: SongBar?)] = []
    for place in places {
      let now = rate.time(of: Frame(index: place))
      let timebase = TransportReport.Timebase(
        beat: Self.beat(at: place, of: rate), grain: .zero, tempo: .standard)
      let cycle = unsafe JACKCycle(
        frames: frames, rate: rate, isFreewheeling: false, began: now, heard: now, skipped: 0,
        transport: TransportReport(motion: .rolling, frame: place, timebase: timebase),
        state: shared.state)
      unsafe withUnsafePointer(to: cycle) { pointer in
        unsafe fillJACKCycle(UnsafeMutableRawPointer(block), pointer)
      }
      let bar = unsafe shared.state.pointee.timebase.position.bar
      found.append((engine.control.status(), bar))
    }
    withExtendedLifetime(instrument) {}
    return found
  }

  private static func beat(at frame: Int64, of rate: SampleRate) -> Beats {
    Timeline(
      tempo: .standard, sampleRate: rate, beatOrigin: .zero, frameOrigin: Frame(index: 0)
    ).beat(at: Frame(index: frame))
  }

  @Test(arguments: [48_000, 24_000])
  func `our timebase is given the bar of the song, through its meters`(hertz: Int) throws {
    var patch = Patch()
    try patch.setPatterns([
      try Pattern(rows: "kick x...", stepsPerBeat: 1, name: "a"),
      try Pattern(rows: "kick x..", stepsPerBeat: 1, name: "b"),
    ])
    try patch.setSong(
      Song(
        sections: [Section(pattern: "a", repeats: 4), Section(pattern: "b", repeats: 4)],
        loops: true))
    patch.playsSong = true
    // Beats 5 and 20 of the transport, which jumps in between.
    let places = [5, 20].map { Int64($0 * hertz / 2) }
    let found = try Self.roll(patch, hertz: hertz, frames: 128, places: places)
    #expect(found.map { $0.bar?.start } == [Beats(4), Beats(19)])
    #expect(found.map { $0.bar?.number } == [2, 6])
  }

  @Test(arguments: [48_000, 24_000])
  func `our timebase is given no bar of a song at rest that JACK rolls past`(hertz: Int) throws {
    let found = try Self.roll(
      Patch(), hertz: hertz, frames: 128, places: [0, Int64(hertz)], source: .internal)
    #expect(found.allSatisfy { !$0.status.isRolling && $0.bar == nil })
  }

  @Test func `the song goes on with JACK's beat through all parts of a long cycle`() throws {
    // 8 192 of the server's frames are 16 384 of the instrument's, which makes 8 192 at most in one block.
    let rate = try #require(SampleRate(hertz: 24_000))
    let places = (0..<8).map { Int64($0) * 8_192 }
    let found = try Self.roll(Patch(), hertz: 24_000, frames: 8_192, places: places)
    // The resampler's beginning is made up for in the second cycle.
    let begun = try #require(found.dropFirst().first).status.began
    for (place, (status, _)) in zip(places, found).dropFirst() {
      #expect(status.isRolling && status.began == begun, "it jumped at \(place)")
      let end = Self.beat(at: place + 8_192, of: rate)
      #expect((status.position - end).units.magnitude < Beats.clockTick.units.magnitude)
    }
  }
}
