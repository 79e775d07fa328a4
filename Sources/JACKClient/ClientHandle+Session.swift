import CJACK

extension ClientHandle {
  /// Registers all callbacks, before `activate`; `shared` and `callbacks` must outlive the client.
  func listen(for shared: SharedState, _ callbacks: ClientCallbacks) throws(JACKError) {
    let argument = unsafe Unmanaged.passUnretained(callbacks).toOpaque()
    unsafe jack_on_info_shutdown(pointer, serverDied, argument)
    try jack("jack_set_process_callback") {
      unsafe jack_set_process_callback(pointer, processCycle, shared.state)
    }
    try jack("jack_set_xrun_callback") {
      unsafe jack_set_xrun_callback(pointer, xrunHappened, argument)
    }
    try jack("jack_set_buffer_size_callback") {
      unsafe jack_set_buffer_size_callback(pointer, periodChanged, argument)
    }
    try jack("jack_set_sample_rate_callback") {
      unsafe jack_set_sample_rate_callback(pointer, rateChanged, argument)
    }
    try jack("jack_set_freewheel_callback") {
      unsafe jack_set_freewheel_callback(pointer, freewheelChanged, argument)
    }
    try jack("jack_set_port_registration_callback") {
      unsafe jack_set_port_registration_callback(pointer, portRegistered, argument)
    }
    try jack("jack_set_client_registration_callback") {
      unsafe jack_set_client_registration_callback(pointer, clientRegistered, argument)
    }
    try jack("jack_set_port_connect_callback") {
      unsafe jack_set_port_connect_callback(pointer, portsConnected, argument)
    }
    try jack("jack_set_latency_callback") {
      unsafe jack_set_latency_callback(pointer, latencyChanged, argument)
    }
  }

  /// Registers the ports of `configuration` and passes them to the audio thread's state.
  func registerPorts(_ configuration: JACKConfiguration, for shared: SharedState) throws(JACKError)
  {
    let state = unsafe shared.state
    for (index, name) in configuration.audioOutputs.enumerated() {
      unsafe state.pointee.ports.audioPorts[index] = try register(
        name, type: JACK_DEFAULT_AUDIO_TYPE, flags: JackPortIsOutput)
    }
    if let name = configuration.midiInput {
      unsafe state.pointee.ports.midiInput.port = try register(
        name, type: JACK_DEFAULT_MIDI_TYPE, flags: JackPortIsInput)
    }
    if let name = configuration.clockInput {
      unsafe state.pointee.ports.clockInput.port = try register(
        name, type: JACK_DEFAULT_MIDI_TYPE, flags: JackPortIsInput)
    }
    if let name = configuration.notesOutput {
      unsafe state.pointee.ports.notesOutput.port = try register(
        name, type: JACK_DEFAULT_MIDI_TYPE, flags: JackPortIsOutput)
    }
    if let name = configuration.clockOutput {
      unsafe state.pointee.ports.clockOutput.port = try register(
        name, type: JACK_DEFAULT_MIDI_TYPE, flags: JackPortIsOutput)
    }
    guard configuration.surface != nil else { return }
    unsafe state.pointee.ports.surfaceInput.port = try register(
      JACKConfiguration.surfaceInput, type: JACK_DEFAULT_MIDI_TYPE, flags: JackPortIsInput)
    unsafe state.pointee.ports.surfaceOutput.port = try register(
      JACKConfiguration.surfaceOutput, type: JACK_DEFAULT_MIDI_TYPE, flags: JackPortIsOutput)
  }
}
