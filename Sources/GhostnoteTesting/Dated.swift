public import MusicalTime

/// An event and its frame, counted from the engine's start.
public struct Dated<Event: Sendable>: Sendable {
  /// The frame of the event.
  public let frame: Frame
  /// The event.
  public let event: Event

  /// `event` on `frame`.
  public init(_ event: Event, on frame: Frame) {
    self.frame = frame
    self.event = event
  }
}

extension Dated: Equatable where Event: Equatable {}
