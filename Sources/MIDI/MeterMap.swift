public import MusicalTime

/// The time signatures of a song, each valid from its beat on; 4/4 before the first.
public struct MeterMap: Sendable, Hashable {
  /// Ordered by beat; of several at one beat the last applies.
  public let changes: [Change]

  /// A meter from a beat on.
  public struct Change: Sendable, Hashable {
    /// The first beat at which it applies.
    public var beat: Beats
    /// The time signature from that beat on.
    public var meter: Meter

    /// `meter` from `beat` on.
    public init(_ meter: Meter, at beat: Beats) {
      self.meter = meter
      self.beat = beat
    }
  }

  /// The time signature events of a track.
  public init(_ track: StandardMIDIFile.Track) {
    changes = track.events.compactMap { event in
      if case .meter(let meter) = event.content { Change(meter, at: event.beat) } else { nil }
    }
  }

  /// The time signature at `beat`.
  public func meter(at beat: Beats) -> Meter {
    let index = changes.countOrdered { $0.beat <= beat } - 1
    return index < 0 ? .fourFour : changes[index].meter
  }
}
