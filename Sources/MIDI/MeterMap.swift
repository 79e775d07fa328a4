public import MusicalTime

/// The time signatures of a song, each from its beat on; 4/4 before the first.
public struct MeterMap: Sendable, Hashable {
  /// Ordered by beat; of several at one beat the last holds.
  public let changes: [Change]

  /// A meter from a beat on.
  public struct Change: Sendable, Hashable {
    /// Where it begins to hold.
    public var beat: Beats
    /// The time signature from there on.
    public var meter: Meter

    /// `meter` from `beat` on.
    public init(_ meter: Meter, at beat: Beats) {
      self.meter = meter
      self.beat = beat
    }
  }

  /// The meters among a track's events.
  public init(_ track: StandardMIDIFile.Track) {
    changes = track.events.compactMap { event in
      if case .meter(let meter) = event.content { Change(meter, at: event.beat) } else { nil }
    }
  }

  /// The meter that holds at `beat`.
  public func meter(at beat: Beats) -> Meter {
    let index = changes.countOrdered { $0.beat <= beat } - 1
    return index < 0 ? .fourFour : changes[index].meter
  }
}
