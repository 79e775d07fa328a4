public import MusicalTime

extension StandardMIDIFile {
  /// An event at a beat of a track.
  public struct Event: Sendable, Hashable {
    /// Counted from the beginning of the track; negative beats are written as 0.
    public var beat: Beats
    /// What the event is.
    public var content: Content

    /// `content` at `beat`.
    public init(_ content: Content, at beat: Beats) {
      self.beat = beat
      self.content = content
    }

    /// The channel message, or nil if it is a meta event.
    public var message: ShortMessage? {
      if case .message(let message) = content { message } else { nil }
    }
  }

  /// The kinds of event that are kept.
  public enum Content: Sendable, Hashable {
    /// A channel message; system messages cannot be stored in a file and are not written.
    case message(ShortMessage)
    /// A tempo change.
    case tempo(BeatDuration)
    /// A time signature change.
    case meter(Meter)
  }

  /// Events in the order of their beats.
  public struct Track: Sendable, Hashable {
    /// Empty for none; in format 0 it is the song's name.
    public var name: String
    /// Ordered by beat; events of the same beat keep their order.
    public private(set) var events: [Event]
    /// Where the track ends; if that is before the last event, the last event's beat is written.
    public var end: Beats

    /// `events` in any order; without an `end` the track ends with the last event.
    public init(name: String = "", _ events: [Event] = [], end: Beats? = nil) {
      self.name = name
      let isOrdered = zip(events, events.dropFirst()).allSatisfy { $0.beat <= $1.beat }
      self.events = isOrdered ? events : events.sorted { $0.beat < $1.beat }
      self.end = end ?? self.events.last?.beat ?? .zero
    }

    /// Inserts an event after all events at or before `beat`; appending needs no search.
    public mutating func add(_ content: Content, at beat: Beats) {
      let event = Event(content, at: beat)
      guard let last = events.last, last.beat > beat else { return events.append(event) }
      let place = events.countOrdered { $0.beat <= beat }
      events.insert(event, at: place)
    }
  }
}
