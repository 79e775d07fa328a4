import FluidSynthesizer
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
}
