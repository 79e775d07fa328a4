public import MusicalTime

/// Something that happened and the frame it happened on, counted from the engine's beginning.
public struct Dated<Event: Sendable>: Sendable {
  public let frame: Frame
  public let event: Event

  public init(_ event: Event, on frame: Frame) {
    self.frame = frame
    self.event = event
  }
}

extension Dated: Equatable where Event: Equatable {}
