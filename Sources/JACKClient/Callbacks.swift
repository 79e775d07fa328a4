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
  // As `withoutCancellation`, whose closure could not be checked for locks.
  let before = ghostnote_jack_refuse_cancellation()
  unsafe process(state, frames: frames)
  ghostnote_jack_restore_cancellation(before)
  return 0
}

@_noLocks private func process(
  _ state: UnsafeMutablePointer<AudioThreadState>, frames: jack_nframes_t
) {
  if unsafe state.pointee.gate.isAbandoned.load(ordering: .sequentiallyConsistent) { return }
  unsafe state.pointee.gate.isInside.store(true, ordering: .sequentiallyConsistent)
  if unsafe state.pointee.ports.fetch(frames: frames) {
    if unsafe state.pointee.gate.isMuted.load(ordering: .sequentiallyConsistent) {
      unsafe state.pointee.ports.clearAudio(frames: Int(frames))
    } else {
      unsafe callHandler(state, frames: Int(frames))
    }
  }
  unsafe state.pointee.gate.isInside.store(false, ordering: .sequentiallyConsistent)
}

@_noLocks private func callHandler(_ state: UnsafeMutablePointer<AudioThreadState>, frames: Int) {
  let began = unsafe state.pointee.cycleBegan()
  let latency = unsafe state.pointee.latencies.playback.load(ordering: .relaxed)
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
  // As in `processCycle`.
  let before = ghostnote_jack_refuse_cancellation()
  unsafe thread.pointee.timebase.position.fill(
    &position.pointee, period: frames, sampleRate: thread.pointee.sampleRate)
  ghostnote_jack_restore_cancellation(before)
}

/// Runs `body` with what `argument` points to.
private func withCallbacks(
  _ argument: UnsafeMutableRawPointer?, _ body: (ClientCallbacks) -> Void
) {
  guard let argument = unsafe argument else { return }
  withoutCancellation {
    body(unsafe Unmanaged<ClientCallbacks>.fromOpaque(argument).takeUnretainedValue())
  }
}

/// Only records the fact: the client must not be used inside this callback.
func serverDied(
  _ status: jack_status_t, _ reason: UnsafePointer<CChar>?, _ argument: UnsafeMutableRawPointer?
) {
  unsafe withCallbacks(argument) { client in
    let text = if let reason = unsafe reason { unsafe String(cString: reason) } else { "" }
    client.note { $0.downReason = text }
  }
}

func xrunHappened(_ argument: UnsafeMutableRawPointer?) -> CInt {
  unsafe withCallbacks(argument) { $0.current?.countXrun() }
  return 0
}

func periodChanged(_ frames: jack_nframes_t, _ argument: UnsafeMutableRawPointer?) -> CInt {
  unsafe withCallbacks(argument) { client in client.note { $0.period = Int(frames) } }
  return 0
}

/// Called once when it is registered, and by PipeWire whenever the sample rate changes.
func rateChanged(_ frames: jack_nframes_t, _ argument: UnsafeMutableRawPointer?) -> CInt {
  unsafe withCallbacks(argument) { client in
    guard let shared = client.current,
      Int64(frames) != shared.sampleRate.load(ordering: .relaxed)
    else { return }
    shared.setRate(Int(frames))
    client.note { $0.sampleRate = Int(frames) }
  }
  return 0
}

func freewheelChanged(_ isStarting: CInt, _ argument: UnsafeMutableRawPointer?) {
  unsafe withCallbacks(argument) { client in
    guard let shared = client.current else { return }
    unsafe shared.state.pointee.isFreewheeling.store(isStarting != 0, ordering: .relaxed)
  }
}

func portRegistered(
  _ port: jack_port_id_t, _ isNew: CInt, _ argument: UnsafeMutableRawPointer?
) {
  unsafe withCallbacks(argument) { client in
    client.note { notifications in
      notifications.isGraphChanged = true
      if isNew != 0 { notifications.registered.append(port) }
    }
  }
}

func clientRegistered(
  _ name: UnsafePointer<CChar>?, _ isNew: CInt, _ argument: UnsafeMutableRawPointer?
) {
  guard isNew == 0 else { return }
  unsafe withCallbacks(argument) { client in
    if client.current?.watchesLeaving == true { client.note { $0.hasClientLeft = true } }
  }
}

func portsConnected(
  _ source: jack_port_id_t, _ destination: jack_port_id_t, _ isConnected: CInt,
  _ argument: UnsafeMutableRawPointer?
) {
  unsafe withCallbacks(argument) { client in client.note { $0.isGraphChanged = true } }
}

func latencyChanged(
  _ mode: jack_latency_callback_mode_t, _ argument: UnsafeMutableRawPointer?
) {
  unsafe withCallbacks(argument) { $0.current?.passLatencyOn(mode) }
}
