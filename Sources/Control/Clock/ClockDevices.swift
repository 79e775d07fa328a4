public import MusicalTime
public import Sequencing

/// The ports and the JACK transport that a clock is followed by, as the machine needs them.
public protocol ClockDevices: Sendable {
  /// Frames a second of JACK transport.
  var sampleRate: SampleRate { get }
  /// Throws where this session has no device that `setup` cannot do without.
  func check(_ setup: ClockSetup) throws(CommandError)
  /// Connects what `source` matches to `clock-in` and `clock_in`, now and whenever it appears, in
  /// place of what was asked for before; nil connects nothing.
  func listen(to source: NamePattern?)
  /// Gives JACK transport bar, beat and tempo, unless somebody else does; or no longer.
  func offerTimebase(_ isWanted: Bool)
  /// Lets JACK transport roll.
  func roll() throws(CommandError)
  /// Stops JACK transport where it is.
  func stopTransport() throws(CommandError)
  /// Moves JACK transport.
  func locate(frame: Int64) throws(CommandError)
}
