public import MusicalTime

extension StandardMIDIFile {
  /// Something at a place in a track.
  public struct Event: Sendable, Hashable {
    /// Counted from the beginning of the track; what lies before it is written at it.
    public var beat: Beats
    /// What happens there.
    public var content: Content

    /// `content` at `beat`.
    public init(_ content: Content, at beat: Beats) {
      self.beat = beat
      self.content = content
    }

    /// The channel message, if it is one.
    public var message: ShortMessage? {
      if case .message(let message) = content { message } else { nil }
    }
  }

  /// What a track can hold here.
  public enum Content: Sendable, Hashable {
    /// A channel message; a file has no room for system messages, which are not written.
    case message(ShortMessage)
    /// The tempo from here on.
    case tempo(BeatDuration)
    /// The time signature from here on.
    case meter(Meter)
  }

  /// Events in the order of their beats.
  public struct Track: Sendable, Hashable {
    /// Empty for none; in format 0 it is the song's name.
    public var name: String
    /// Ordered by beat; those of the same beat as they came.
    public private(set) var events: [Event]
    /// Where the track ends; an earlier end is written at the last event.
    public var end: Beats

    /// `events` in any order; without an `end` the track ends with the last.
    public init(name: String = "", _ events: [Event] = [], end: Beats? = nil) {
      self.name = name
      let isOrdered = zip(events, events.dropFirst()).allSatisfy { $0.beat <= $1.beat }
      self.events = isOrdered ? events : Self.ordered(events)
      self.end = end ?? self.events.last?.beat ?? .zero
    }

    /// Adds an event behind all that are no later; at the end of the track this takes no search.
    public mutating func add(_ content: Content, at beat: Beats) {
      let event = Event(content, at: beat)
      guard let last = events.last, last.beat > beat else { return events.append(event) }
      let place = events.countOrdered { $0.beat <= beat }
      events.insert(event, at: place)
    }

    // The standard library does not promise that its sort keeps equals as they came.
    private static func ordered(_ events: [Event]) -> [Event] {
      events.enumerated()
        .sorted { ($0.element.beat, $0.offset) < ($1.element.beat, $1.offset) }
        .map(\.element)
    }
  }
}
