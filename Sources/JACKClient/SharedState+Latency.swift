import CJACK
import Synchronization

extension SharedState {
  /// Passes the latencies of our inputs and outputs on, as every client with a latency callback
  /// must, and stores the playback latency for the audio thread.
  func passLatencyOn(_ mode: jack_latency_callback_mode_t) {
    let isPlayback = mode == JackPlaybackLatency
    var outputs = unsafe audioOutputs()
    if !isPlayback {
      unsafe outputs.append(state.pointee.ports.notesOutput.port)
      unsafe outputs.append(state.pointee.ports.clockOutput.port)
    }
    let inputs = unsafe [state.pointee.ports.midiInput.port, state.pointee.ports.clockInput.port]
    var whole = unsafe latency(of: isPlayback ? outputs : inputs, mode)
    let far = unsafe isPlayback ? inputs : outputs
    for index in unsafe far.indices {
      if let port = unsafe far[index] { unsafe jack_port_set_latency_range(port, mode, &whole) }
    }
    if isPlayback {
      let nanoseconds = Int64(whole.max) * 1_000_000_000 / sampleRate.load(ordering: .relaxed)
      unsafe state.pointee.latencies.playback.store(nanoseconds, ordering: .relaxed)
      let ways = unsafe [
        state.pointee.ports.clockOutput.port, state.pointee.ports.notesOutput.port,
      ]
      .map { unsafe wayBehind($0) }
      // If our audio outputs are unconnected, only the MIDI outputs are aligned with each other.
      let isHeard = unsafe outputs.contains { unsafe isConnected($0) }
      let longest = isHeard ? Int64(whole.max) : ways.max() ?? 0
      let delays = ways.map { Int32(clamping: max(longest - $0, 0)) }
      unsafe state.pointee.latencies.clockDelay.store(delays[0], ordering: .relaxed)
      unsafe state.pointee.latencies.notesDelay.store(delays[1], ordering: .relaxed)
    }
  }

  /// The playback latency of a port in frames; 0 while it is unconnected.
  private func wayBehind(_ port: OpaquePointer?) -> Int64 {
    guard unsafe isConnected(port) else { return 0 }
    return Int64(unsafe latency(of: [port], JackPlaybackLatency).max)
  }

  private func isConnected(_ port: OpaquePointer?) -> Bool {
    guard let port = unsafe port else { return false }
    return unsafe jack_port_connected(port) > 0
  }

  private func audioOutputs() -> [OpaquePointer?] {
    unsafe Array(
      UnsafeBufferPointer(
        start: state.pointee.ports.audioPorts, count: state.pointee.ports.audioCount))
  }

  /// The range that covers those of `ports`.
  private func latency(
    of ports: [OpaquePointer?], _ mode: jack_latency_callback_mode_t
  ) -> jack_latency_range_t {
    var whole: jack_latency_range_t?
    for index in unsafe ports.indices {
      guard let port = unsafe ports[index] else { continue }
      var range = jack_latency_range_t()
      unsafe jack_port_get_latency_range(port, mode, &range)
      let before = whole ?? range
      whole = jack_latency_range_t(
        min: min(before.min, range.min), max: max(before.max, range.max))
    }
    return whole ?? jack_latency_range_t()
  }
}
