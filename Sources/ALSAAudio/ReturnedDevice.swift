internal import MusicalTime

/// What to make of a device that is back, perhaps in another format than it had.
enum ReturnedDevice: Equatable {
  /// It plays on: the session's rate is kept, and a block may have any number of frames.
  case plays
  /// It has another rate now, and this name of it has ALSA convert.
  case converts(as: String)
  /// It has another rate now, and nothing converts.
  case otherRate

  /// `rate` is what the device called `name` gives, in frames a second.
  init(name: String, rate: Int64, session: SampleRate) {
    if rate == session.hertz {
      self = .plays
    } else if name.hasPrefix("hw:") {
      self = .converts(as: "plug\(name)")
    } else {
      self = .otherRate
    }
  }
}
