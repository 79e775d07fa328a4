public import MusicalTime

/// The tempo events of a song, each valid from its beat on; 120 bpm before the first.
public struct TempoMap: Sendable, Hashable {
  /// Ordered by beat; of several at one beat the last applies.
  public let changes: [Change]
  /// Seconds from the beginning to each change.
  private let seconds: [Double]

  /// A tempo that applies from a beat on.
  public struct Change: Sendable, Hashable {
    /// The first beat at which it applies.
    public var beat: Beats
    /// The length of a beat from there on.
    public var duration: BeatDuration

    /// `duration` from `beat` on.
    public init(_ duration: BeatDuration, at beat: Beats) {
      self.duration = duration
      self.beat = beat
    }
  }

  /// The tempo events of a track.
  public init(_ track: StandardMIDIFile.Track) { self.init([track]) }

  /// The tempo events of all tracks of a song; those at the same beat are ordered by track.
  init(_ tracks: [StandardMIDIFile.Track]) {
    let found = tracks.flatMap { track in
      track.events.compactMap { event in
        if case .tempo(let duration) = event.content {
          Change(duration, at: event.beat)
        } else {
          nil
        }
      }
    }
    changes = found.sorted { $0.beat < $1.beat }
    var place = Change(.standard, at: .zero)
    var passed = 0.0
    seconds = changes.map { change in
      passed += place.seconds(to: change.beat)
      place = change
      return passed
    }
  }

  /// The tempo at `beat`.
  public func tempo(at beat: Beats) -> Tempo { (change(at: beat)?.1.duration ?? .standard).tempo }

  /// Seconds from the beginning to `beat`.
  public func seconds(at beat: Beats) -> Double {
    guard let (index, change) = change(at: beat) else {
      return Change(.standard, at: .zero).seconds(to: beat)
    }
    return seconds[index] + change.seconds(to: beat)
  }

  private func change(at beat: Beats) -> (Int, Change)? {
    let index = changes.countOrdered { $0.beat <= beat } - 1
    return index < 0 ? nil : (index, changes[index])
  }
}

extension TempoMap.Change {
  fileprivate func seconds(to beat: Beats) -> Double {
    (beat - self.beat).inBeats * Double(duration.microseconds) / 1_000_000
  }
}

extension Array {
  /// The number of leading elements that satisfy `isBefore`; no element after the first that fails
  /// it may satisfy it (binary search).
  func countOrdered(while isBefore: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
