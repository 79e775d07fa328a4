import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm
import Sequencing

/// What an engine did, in 64 bits: FNV-1a, as Fowler, Noll and Vo published it.
struct Digest {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ number: some BinaryInteger) {
    var left = UInt64(truncatingIfNeeded: number)
    for _ in 0..<8 {
      value = (value ^ left & 0xFF) &* 0x100_0000_01B3
      left >>= 8
    }
  }

  mutating func add(_ beat: Beats) { add(beat.units) }

  mutating func add(_ flag: Bool) { add(flag ? 1 : 0) }

  mutating func add(_ message: ShortMessage) {
    add(message.status)
    add(message.data1)
    add(message.data2)
  }

  mutating func add(_ sound: Dated<SoundEvent>) {
    add(sound.frame.index)
    add(Self.number(of: sound.event.kind))
    add(sound.event.drum.index)
    add(sound.event.value)
    add(sound.event.number)
    add(sound.event.drums.bits)
    add(sound.event.decay.bitPattern)
    add(sound.event.attack.bitPattern)
    add(sound.event.level.bitPattern)
  }

  /// A number that stays the kind's own whatever kinds are added.
  private static func number(of kind: SoundEvent.Kind) -> Int {
    switch kind {
    case .hit: 0
    case .click: 1
    case .release: 2
    case .choke: 3
    case .controller: 4
    case .program: 5
    case .allNotesOff: 6
    case .allSoundOff: 7
    case .key: 8
    case .keyRelease: 9
    }
  }

  mutating func add(_ event: FeedEvent) {
    switch event {
    case .hit(let drum, let velocity, let beat, _, let source):
      add(1)
      add(drum)
      add(velocity)
      add(beat)
      add(source.isLive)
    case .stroke(let heard):
      add(2)
      add(heard.hit.drum.index)
      add(heard.hit.velocity.value)
      add(heard.hit.beat)
    case .control(let trigger, let value, _):
      add(3)
      switch trigger {
      case .note(let number), .controller(let number):
        add(trigger == .note(number))
        add(number)
      case .pitchBend: add(2)
      }
      add(value)
    case .program(let number):
      add(4)
      add(number)
    }
  }

  mutating func add(_ status: EngineStatus) {
    for beat in [
      status.position, status.planned, status.heard, status.began, status.origin,
      status.place.loopStart, status.place.patternLength,
    ] { add(beat) }
    for flag in [
      status.isCountingIn, status.isSwitchPending, status.isFilling, status.isRolling,
      status.isArmed,
    ] { add(flag) }
    for count in [
      status.frame.index, status.droppedCues, status.hits, status.droppedHits,
      status.droppedMessages, status.starvedBars, status.awaitedBars, status.messagesDone,
      status.place.round, Int64(status.place.section), status.place.loop,
      status.tempo.microbpm, status.clockHealth.tempo.microbpm, status.clockHealth.ticks,
    ] { add(count) }
    switch status.leader {
    case .internal: add(0)
    case .midi: add(1)
    case .jack: add(2)
    case .link: add(3)
    }
  }
}
