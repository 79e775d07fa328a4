import Instrument
import JACKClient
import MIDI
import Playback

/// One JACK cycle: MIDI in at its frames, a block of the instrument, MIDI and clock out at theirs.
/// Real-time: yes.
@_noLocks func fillJACKCycle(_ context: UnsafeMutableRawPointer, _ cycle: UnsafeRawPointer) {
  let cycle = unsafe JACKCycle.at(cycle)
  let audio = unsafe context.assumingMemoryBound(to: InstrumentAudio.self).pointee
  cycle.clearMIDIOutputs()
  guard cycle.frames <= InstrumentAudio.largestBlock, audio.begin(.jack) else {
    return silence(cycle)
  }
  var output = 0
  while output < cycle.audioCount {
    unsafe audio.setOutput(output, to: cycle.audio(output))
    output &+= 1
  }
  var arrivals = cycle.arrivals
  while let (offset, message, source) = arrivals.next() {
    audio.stage(message, offset: offset, from: source)
  }
  audio.process(
    BlockTime(
      frames: cycle.frames, began: cycle.began, heard: cycle.heard, transport: cycle.transport,
      clockDelay: cycle.clockDelay, notesDelay: cycle.notesDelay, skipped: cycle.skipped,
      isFreewheeling: cycle.isFreewheeling))
  cycle.setTimebase(tempo: audio.tempo, beatsPerBar: audio.beatsPerBar)
  unsafe send(audio.messages, by: cycle)
  audio.end()
}

@_noLocks private func send(
  _ messages: UnsafeBufferPointer<PortMessage>, by cycle: JACKCycle
) {
  var index = 0
  while index < messages.count {
    let next = unsafe messages[index]
    _ = cycle.write(next.message, to: next.port, offset: Int(next.offset))
    index &+= 1
  }
}

@_noLocks private func silence(_ cycle: JACKCycle) {
  var output = 0
  while output < cycle.audioCount {
    unsafe silence(cycle.audio(output), frames: cycle.frames)
    output &+= 1
  }
}

/// Clears `frames` samples. Real-time: yes.
@_noLocks func silence(_ samples: UnsafeMutablePointer<Float>, frames: Int) {
  var frame = 0
  while frame < frames {
    unsafe samples[frame] = 0
    frame &+= 1
  }
}
