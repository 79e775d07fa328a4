import MIDI
import Ports
import Rhythm
import Testing

@testable import Playback

/// What one block may ask of the synthesizer and the ports.
@Suite struct BlockOutputTests {
  private static func sound(_ kind: SoundEvent.Kind, _ offset: Int = 0) -> SoundEvent {
    SoundEvent(offset: Int32(offset), kind: kind, drum: .snare, value: 100, number: 60)
  }

  @Test func `strokes are counted, of drums and of keys, and nothing else`() {
    var output = BlockOutput()
    let kinds: [SoundEvent.Kind] = [
      .hit, .click, .release, .key, .keyRelease, .choke, .controller, .program, .allNotesOff,
      .allSoundOff,
    ]
    for kind in kinds { _ = output.add(Self.sound(kind)) }
    let (hits, sounds) = (output.hitCount, output.soundCount)
    #expect(hits == 2 && sounds == kinds.count)
  }

  @Test func `as many strokes are taken as FluidSynth can begin in a block`() {
    var output = BlockOutput()
    while output.takesHit { _ = output.add(Self.sound(.hit)) }
    let hits = output.hitCount
    #expect(hits == BlockOutput.hitLimit)
    output.removeAll()
    let isEmpty = output.takesHit && output.soundCount == 0 && output.hitCount == 0
    #expect(isEmpty)
  }

  @Test func `no stroke is taken where there may be no room for what goes with it`() {
    var output = BlockOutput()
    while output.takesHit { _ = output.add(Self.sound(.release)) }
    var left = 0
    while output.add(Self.sound(.release)) { left += 1 }
    let count = output.soundCount
    #expect(left == 8 && count == BlockOutput.capacity)
  }

  @Test func `sounds and messages stay in order, and what does not fit is refused`() {
    var output = BlockOutput()
    for index in 0..<3 { _ = output.add(Self.sound(.release, index)) }
    let offsets = (0..<output.soundCount).map { unsafe output.sounds[$0].offset }
    #expect(offsets == [0, 1, 2])
    var sent = 0
    while output.add(PortMessage(offset: Int32(sent), port: .clock, message: .timingClock)) {
      sent += 1
    }
    #expect(sent == BlockOutput.messageCapacity && sent == DelayedPorts.capacity)
    let last = unsafe output.messages[sent - 1].offset
    let count = output.messageCount
    #expect(Int(last) == sent - 1 && count == sent)
    output.removeAll()
    let isTaken = output.add(PortMessage(offset: 5, port: .clock, message: .stop))
    let first = unsafe output.messages[0].message
    #expect(isTaken && first == .stop)
  }
}
