import CJACK
import MusicalTime
import Synchronization

// The callbacks of libjack. They must be free functions: a closure literal in main-actor code would
// trap on the audio thread.

/// Processes a cycle; writes silence once the session is stopped. Real-time: yes.
@_noLocks func processCycle(_ frames: jack_nframes_t, _ argument: UnsafeMutableRawPointer?) -> CInt
{
  guard let argument = unsafe argument else { return 0 }
  let state = unsafe argument.assumingMemoryBound(to: AudioThreadState.self)
  if unsafe state.pointee.isAbandoned.load(ordering: .sequentiallyConsistent) { return 0 }
  unsafe state.pointee.isInside.store(true, ordering: .sequentiallyConsistent)
  if unsafe state.pointee.fetchBuffers(frames: frames) {
    if unsafe state.pointee.isMuted.load(ordering: .sequentiallyConsistent) {
      unsafe state.pointee.clearAudio(frames: Int(frames))
    } else {
      unsafe callHandler(state, frames: Int(frames))
    }
  }
  unsafe state.pointee.isInside.store(false, ordering: .sequentiallyConsistent)
  return 0
}

@_noLocks private func callHandler(_ state: UnsafeMutablePointer<AudioThreadState>, frames: Int) {
  let began = unsafe state.pointee.cycleBegan()
  let latency = unsafe state.pointee.playbackLatency.load(ordering: .relaxed)
  let heard = began.time.advanced(by: HostTime.Interval(nanoseconds: latency))
  unsafe state.pointee.serveSurface(began: began.time)
  let missed = unsafe state.pointee.framesMissed(before: began.frame, making: frames)
  var cycle = unsafe JACKCycle(
    frames: frames, rate: state.pointee.sampleRate,
    isFreewheeling: state.pointee.isFreewheeling.load(ordering: .relaxed), began: began.time,
    heard: heard, skipped: missed,
    transport: state.pointee.readTransport(), state: state)
  unsafe withUnsafePointer(to: &cycle) { pointer in
    unsafe ghostnote_jack_call(state.pointee.handler, state.pointee.context, pointer)
  }
}

/// Writes bar, beat and tick of the next cycle, as timebase master. Real-time: yes.
@_noLocks func fillTimebase(
  _ state: jack_transport_state_t, _ frames: jack_nframes_t,
  _ position: UnsafeMutablePointer<jack_position_t>?, _ isNew: CInt,
  _ argument: UnsafeMutableRawPointer?
) {
  guard let argument = unsafe argument, let position = unsafe position else { return }
  let thread = unsafe argument.assumingMemoryBound(to: AudioThreadState.self)
  unsafe thread.pointee.timebase.fill(
    &position.pointee, period: frames, sampleRate: thread.pointee.sampleRate)
}

private func shared(_ argument: UnsafeMutableRawPointer?) -> SharedState? {
  guard let argument = unsafe argument else { return nil }
  return unsafe Unmanaged<SharedState>.fromOpaque(argument).takeUnretainedValue()
}

/// Only records the fact: the client must not be used inside this callback.
func serverDied(
  _ status: jack_status_t, _ reason: UnsafePointer<CChar>?, _ argument: UnsafeMutableRawPointer?
) {
  let text = if let reason = unsafe reason { unsafe String(cString: reason) } else { "" }
  unsafe shared(argument)?.note { $0.downReason = text }
}

func xrunHappened(_ argument: UnsafeMutableRawPointer?) -> CInt {
  unsafe shared(argument)?.countXrun()
  return 0
}

func periodChanged(_ frames: jack_nframes_t, _ argument: UnsafeMutableRawPointer?) -> CInt {
  unsafe shared(argument)?.note { $0.period = Int(frames) }
  return 0
}

/// Called once when it is registered, and by PipeWire whenever the sample rate changes.
func rateChanged(_ frames: jack_nframes_t, _ argument: UnsafeMutableRawPointer?) -> CInt {
  guard let shared = unsafe shared(argument) else { return 0 }
  guard Int64(frames) != shared.sampleRate.load(ordering: .relaxed) else { return 0 }
  shared.setRate(Int(frames))
  shared.note { $0.sampleRate = Int(frames) }
  return 0
}

func freewheelChanged(_ isStarting: CInt, _ argument: UnsafeMutableRawPointer?) {
  unsafe shared(argument)?.state.pointee.isFreewheeling.store(
    isStarting != 0, ordering: .relaxed)
}

func portRegistered(
  _ port: jack_port_id_t, _ isNew: CInt, _ argument: UnsafeMutableRawPointer?
) {
  unsafe shared(argument)?.note { notifications in
    notifications.isGraphChanged = true
    if isNew != 0 { notifications.registered.append(port) }
  }
}

func clientRegistered(
  _ name: UnsafePointer<CChar>?, _ isNew: CInt, _ argument: UnsafeMutableRawPointer?
) {
  if isNew == 0 { unsafe shared(argument)?.noteLeaving() }
}

func portsConnected(
  _ source: jack_port_id_t, _ destination: jack_port_id_t, _ isConnected: CInt,
  _ argument: UnsafeMutableRawPointer?
) {
  unsafe shared(argument)?.note { $0.isGraphChanged = true }
}

func latencyChanged(
  _ mode: jack_latency_callback_mode_t, _ argument: UnsafeMutableRawPointer?
) {
  unsafe shared(argument)?.passLatencyOn(mode)
}
