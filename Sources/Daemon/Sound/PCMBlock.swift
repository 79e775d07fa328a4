import ALSAAudio
import Instrument
import Playback

/// Processes one period of a sound card. Real-time: yes.
@_noLocks func fillPCMCycle(_ context: UnsafeMutableRawPointer, _ cycle: UnsafeRawPointer) {
  let cycle = unsafe PCMCycle.at(cycle)
  let audio = unsafe context.assumingMemoryBound(to: InstrumentAudio.self).pointee
  guard cycle.frames <= InstrumentAudio.largestBlock, audio.begin(.pcm) else {
    return unsafe silence(cycle.audio(0), frames: 2 &* cycle.frames)
  }
  unsafe audio.setOutput(0, to: cycle.audio(0))
  unsafe audio.setOutput(1, to: cycle.audio(1))
  audio.process(
    BlockTime(frames: cycle.frames, began: cycle.began, heard: cycle.heard, skipped: cycle.skipped))
  audio.end()
}
