public import Commands
public import MusicalTime
public import Ports

/// The ports and the JACK transport that a clock is followed by, as the machine needs them.
public protocol ClockDevices: Sendable {
  /// Frames a second of JACK transport.
  var sampleRate: SampleRate { get }
  /// Whether JACK transport is there now, to be moved and to be heard of.
  var hasTransport: Bool { get }
  /// Throws where this session has no device that `setting` cannot do without; what gives something
  /// up can always be done.
  func check(_ setting: ClockSetting) throws(CommandError)
  /// Connects what `source` matches to `clock-in` and `clock_in`, now and whenever it appears, in
  /// place of what was asked for before; nil connects nothing.
  func listen(to source: NamePattern?)
  /// Gives JACK transport bar, beat and tempo, unless another client does; or stops giving it.
  func offerTimebase(_ isWanted: Bool)
  /// Lets JACK transport roll, where it is there.
  func roll()
  /// Stops JACK transport where it is.
  func stopTransport()
  /// Moves JACK transport, where it is there.
  func locate(frame: Int64)
}
