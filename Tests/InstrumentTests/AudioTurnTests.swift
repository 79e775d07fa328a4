import Commands
import FluidSynthesizer
import GhostnoteTesting
import MusicalTime
import Playback
import Rhythm
import Sequencing
import Synchronization
import Testing

@testable import Instrument

/// A silent instrument.
func silentInstrument() -> Instrument {
  let engine = Engine(EngineConfiguration(), program: Program(Patch()))
  let synthesizer = DrumSynthesizer(sampleRate: .standard)
  return Instrument(engine: engine.audio, renderer: synthesizer.renderer, outputs: 2)
}

@Suite struct AudioTurnTests {
  @Test func `at first no driver is active, and then only the one that was selected`() {
    let audio = silentInstrument().audio
    #expect(!audio.begin(.paced))
    audio.giveTurn(to: .jack) {}
    #expect(!audio.begin(.paced))
    #expect(audio.begin(.jack))
    audio.end()
    audio.giveTurn(to: .none) {}
    #expect(!audio.begin(.jack))
  }

  @Test func `the driver changes only after the current block`() {
    let instrument = silentInstrument()
    let audio = instrument.audio
    audio.giveTurn(to: .jack) {}
    #expect(audio.begin(.jack))
    var waits = 0
    audio.giveTurn(to: .paced) {
      waits += 1
      if waits == 3 { audio.end() }
    }
    #expect(waits == 3)
    #expect(audio.begin(.paced))
    audio.end()
  }

  @Test func `while the turn passes on no driver enters, before and after the block ends`() {
    let turn = AudioTurn()
    turn.give(to: 1) {}
    var entered = [turn.enter(1)]
    turn.give(to: 2) {
      entered += [turn.enter(1), turn.enter(2)]
      turn.leave()
      // The block has ended, and the next driver does not have the turn yet.
      entered += [turn.enter(1), turn.enter(2)]
    }
    entered += [turn.enter(1), turn.enter(2)]
    #expect(entered == [true, false, false, false, false, false, true])
  }

  @Test func `two drivers are never inside a block at once`() {
    let instrument = silentInstrument()
    let inside = Atomic<Int>(0)
    let clashes = Atomic<Int>(0)
    let blocks = Atomic<Int>(0)
    let stops = Atomic<Bool>(false)
    let drivers: [Driver] = [.jack, .paced]
    withExtendedLifetime(instrument) {
      onThreads(drivers.count + 1) { number in
        guard number < drivers.count else {
          var turn = 0
          // On a busy machine the drivers may begin only after hundreds of turns.
          let deadline = ContinuousClock.now + .seconds(60)
          while turn < 400
            || blocks.load(ordering: .relaxed) < 100 && ContinuousClock.now < deadline
          {
            instrument.audio.giveTurn(to: drivers[turn % 2]) { rest() }
            rest()
            turn += 1
          }
          stops.store(true, ordering: .relaxed)
          return
        }
        while !stops.load(ordering: .relaxed) {
          guard instrument.audio.begin(drivers[number]) else { continue }
          if inside.add(1, ordering: .relaxed).newValue != 1 { clashes.add(1, ordering: .relaxed) }
          blocks.add(1, ordering: .relaxed)
          inside.subtract(1, ordering: .relaxed)
          instrument.audio.end()
        }
      }
    }
    #expect(clashes.load(ordering: .relaxed) == 0)
    #expect(blocks.load(ordering: .relaxed) >= 100)
  }
}
