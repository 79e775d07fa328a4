import JACKClient
import Sequencing

// In place of the session's own until the JACK branch is merged.
extension JACKSession {
  func setClockSource(_ pattern: NamePattern?) {}
  func setTimebase(isWanted: Bool) {}
  func roll() {}
  func stopTransport() {}
  func locate(frame: Int64) {}
}
