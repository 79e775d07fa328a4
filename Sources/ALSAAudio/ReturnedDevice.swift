internal import MusicalTime

/// How to continue with a device that has returned, possibly in another format.
enum ReturnedDevice: Equatable {
  /// Playback continues: the rate is the session's; a block may have any number of frames.
  case plays
  /// The rate differs; opened by this name, ALSA converts.
  case converts(as: String)
  /// The rate differs and no conversion is possible.
  case otherRate

  /// `rate` is the rate of the device called `name`, in hertz.
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
