import CJACK

/// Why something asked of JACK could not be done.
public enum JACKError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No server of that name answers; nil stands for the default server.
  case noServer(name: String?)
  /// The server took the call and did not come back within the time allowed.
  case noAnswer(call: String)
  /// A call failed with this status and, where libjack said one, its reason.
  case refused(call: String, status: Int, reason: String)

  /// One plain sentence: what is wrong and what to do.
  public var description: String {
    switch self {
    case .noServer(nil): "no JACK server runs: start jackd, or PipeWire with its JACK library"
    case .noServer(let name?): "no JACK server named \"\(name)\" runs: start jackd -n \(name)"
    case .noAnswer(let call): "the JACK server does not answer (\(call)): restart it"
    case .refused(let call, let status, ""): "JACK refused \(call) (status \(status))"
    case .refused(let call, let status, let reason):
      "JACK refused \(call) (status \(status)): \(reason)"
    }
  }
}

/// Runs a call into libjack and turns any answer but 0 into an error that names the call.
func jack(_ call: String, _ body: () -> CInt) throws(JACKError) {
  LibraryMessages.forget()
  let status = body()
  guard status == 0 else {
    throw .refused(call: call, status: Int(status), reason: LibraryMessages.last)
  }
}

/// Runs a call into libjack that hands out a thing, and turns nil into an error that names the call.
func jack<Thing>(_ call: String, _ body: () -> Thing?) throws(JACKError) -> Thing {
  LibraryMessages.forget()
  guard let thing = body() else {
    throw .refused(call: call, status: 0, reason: LibraryMessages.last)
  }
  return thing
}
