import CJACK

extension ClientHandle {
  /// Sends a transport request; the server acts on it in its next cycle.
  func ask(_ request: SharedState.TransportRequest) {
    switch request {
    case .roll: unsafe jack_transport_start(pointer)
    case .stop: unsafe jack_transport_stop(pointer)
    case .locate(let frame): unsafe jack_transport_locate(pointer, frame)
    }
  }

  /// Becomes timebase master, unless another client is.
  func takeTimebase(for shared: SharedState) throws(JACKError) {
    try jack("jack_set_timebase_callback") {
      unsafe jack_set_timebase_callback(pointer, 1, fillTimebase, shared.state)
    }
  }

  /// Stops being timebase master.
  func leaveTimebase() throws(JACKError) {
    try jack("jack_release_timebase") { unsafe jack_release_timebase(pointer) }
  }
}
