import Commands
import Control
import ControlSocket
import MusicalTime

/// How things stand, as a tree for those who watch `state`; parts that did not change are not made again.
struct WatchedState {
  private var revision = -1
  private var document = JSONNode.null
  private var status: MachineStatus?
  private var statusNode = JSONNode.null
  private var place: TransportPlace?

  /// A beat may be this far from where it was foretold, in seconds, before it is said again.
  private static let tolerance = 0.002

  /// The tree: `document` is the patch as a patch file has it, `transport` a beat with its time and
  /// tempo, from which the playhead can be computed, and `status` the rest of `status --json` that does
  /// not change all the time.
  mutating func node(
    status next: MachineStatus, at place: TransportPlace, document changed: (Int, String)?
  ) -> JSONNode {
    if let (revision, text) = changed {
      self.revision = revision
      document = JSONNode(parsing: text) ?? .null
    }
    let next = next.steady
    if next != status {
      status = next
      statusNode = Self.tree(of: next)
    }
    if !isForetold(place) { self.place = place }
    return .object([
      "document": document, "status": statusNode, "transport": self.place?.node ?? .null,
    ])
  }

  /// The revision of the document that the tree has.
  var documentRevision: Int { revision }

  private func isForetold(_ next: TransportPlace) -> Bool {
    guard let place, place.isRolling == next.isRolling, place.tempo == next.tempo,
      place.isCountingIn == next.isCountingIn
    else { return false }
    guard next.isRolling else { return place.beat == next.beat }
    let seconds = Double(next.time.nanoseconds - place.time.nanoseconds) / 1e9
    let beat = place.beat.inBeats + seconds * place.tempo.bpm / 60
    return (beat - next.beat.inBeats).magnitude * 60 / next.tempo.bpm < Self.tolerance
  }

  /// Without what `transport` says better or what changes all the time.
  private static func tree(of status: MachineStatus) -> JSONNode {
    guard case .object(var members)? = JSONNode(parsing: status.lineJSON) else { return .null }
    for key in ["beat", "loop", "step", "hits", "isRolling", "tempoBPM"] { members[key] = nil }
    return .object(members)
  }
}

extension MachineStatus {
  /// The status with what changes all the time at nothing.
  fileprivate var steady: MachineStatus {
    var status = self
    (status.beat, status.loop, status.step, status.hits) = (0, 0, 0, 0)
    (status.isRolling, status.tempoBPM) = (false, 0)
    status.clock.jitterMS = 0
    status.clock.largestJitterMS = 0
    status.clock.phaseErrorMS = 0
    status.clock.ticks = 0
    status.clock.tempoBPM = status.clock.tempoBPM.rounded()
    status.drummer.bar = 0
    status.devices = [:]
    return status
  }
}

extension TransportPlace {
  fileprivate var node: JSONNode {
    .object([
      "rolling": .bool(isRolling), "countingIn": .bool(isCountingIn), "tempo": .rounded(tempo.bpm),
      "beat": .rounded(beat.inBeats), "time": .integer(time.nanoseconds),
    ])
  }
}
