import CJACK

extension ClientHandle {
  /// Has the transport do what is asked; the server acts on it with its next cycle.
  func ask(_ request: SharedState.TransportRequest) {
    switch request {
    case .roll: unsafe jack_transport_start(pointer)
    case .stop: unsafe jack_transport_stop(pointer)
    case .locate(let frame): unsafe jack_transport_locate(pointer, frame)
    }
  }

  /// Becomes who says bars and beats, unless somebody is already.
  func takeTimebase(for shared: SharedState) throws(JACKError) {
    try jack("jack_set_timebase_callback") {
      unsafe jack_set_timebase_callback(pointer, 1, fillTimebase, shared.state)
    }
  }

  /// Leaves bars and beats to others.
  func leaveTimebase() throws(JACKError) {
    try jack("jack_release_timebase") { unsafe jack_release_timebase(pointer) }
  }
}
