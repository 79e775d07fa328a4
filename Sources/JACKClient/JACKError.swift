import CJACK
import RealTime

/// A failed JACK operation.
public enum JACKError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No server has this name; nil is the default server.
  case noServer(name: String?)
  /// The server did not respond in time.
  case noAnswer(call: String)
  /// A call failed with this status and, if libjack logged one, this reason.
  case refused(call: String, status: Int, reason: String)
  /// There was no thread to ask the server from.
  case noThread

  /// A server took a client's connection and did not respond in time.
  public static let noResponse = JACKError.noAnswer(call: "jack_client_open")

  /// One sentence: the problem and the remedy.
  public var description: String {
    switch self {
    case .noServer(nil): "no JACK server is running: start jackd, or PipeWire with its JACK library"
    case .noServer(let name?): "no JACK server named \"\(name)\" is running: start jackd -n \(name)"
    case .noAnswer(let call): "the JACK server does not respond (\(call)): restart it"
    case .refused(let call, let status, ""): "JACK refused \(call) (status \(status))"
    case .refused(let call, let status, let reason):
      "JACK refused \(call) (status \(status)): \(reason)"
    case .noThread: NamedThread.noneLeft
    }
  }
}

/// Calls libjack and turns any result other than 0 into an error that names the call.
func jack(_ call: String, _ body: () -> CInt) throws(JACKError) {
  LibraryMessages.forget()
  let status = body()
  guard status == 0 else {
    throw .refused(call: call, status: Int(status), reason: LibraryMessages.last)
  }
}

/// Calls a libjack function that returns an object, and turns nil into an error that names the
/// call.
func jack<Thing>(_ call: String, _ body: () -> Thing?) throws(JACKError) -> Thing {
  LibraryMessages.forget()
  guard let thing = body() else {
    throw .refused(call: call, status: 0, reason: LibraryMessages.last)
  }
  return thing
}
