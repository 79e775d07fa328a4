import Commands
import Control
import ControlSocket
import MusicalTime
import PatchFiles
import Rhythm

/// How things stand, as a tree for those who watch `state`; parts that did not change are not made again.
struct WatchedState {
  private var revision = -1
  private var document = JSONNode.null
  private var pattern = JSONNode.null
  private var history = JSONNode.null
  private var status: MachineStatus?
  private var xruns = RecentXruns()
  private var quality: Quality?
  private var statusNode = JSONNode.null
  private var place: TransportPlace?

  /// A beat may be this far from where it was foretold, in seconds, before it is said again.
  private static let tolerance = 0.002
  /// How long what is measured of a followed clock is left as it was said.
  private static let pause = HostTime.Interval(nanoseconds: 1_000_000_000)

  /// How well a clock is followed, as it was measured at a time.
  private struct Quality {
    var time: HostTime
    var jitterMS: Double
    var phaseErrorMS: Double
  }

  /// The tree: `document` is the patch as a patch file has it, `pattern` the one that is edited with the
  /// beats of its markers, `history` what undo and redo are of, `library` what there is to choose from,
  /// `transport` a beat with its time and tempo,
  /// from which the playhead can be computed, and `status` the rest of `status --json` that does not
  /// change all the time, with the xruns, and once a second how well a clock is followed.
  mutating func node(
    status full: MachineStatus, xruns late: RecentXruns, at place: TransportPlace,
    document changed: WatchedDocument?, library: JSONNode
  ) -> JSONNode {
    if let changed { take(changed) }
    var next = full.steady
    measure(full.clock, at: place.time)
    next.clock.jitterMS = quality?.jitterMS ?? 0
    next.clock.phaseErrorMS = quality?.phaseErrorMS ?? 0
    if next != status || late.isOther(than: xruns) {
      (status, xruns) = (next, late)
      statusNode = Self.tree(of: next, late)
    }
    if !isForetold(place) { self.place = place }
    return .object([
      "document": document, "pattern": pattern, "history": history, "status": statusNode,
      "library": library,
      "transport": self.place?.node ?? .null,
    ])
  }

  private mutating func take(_ changed: WatchedDocument) {
    revision = changed.revision
    document = JSONNode(parsing: changed.patch.json) ?? .null
    pattern = changed.patch.pattern.watchedNode(number: changed.patch.selected + 1)
    history = .object([
      "undo": .array(changed.undo.map { .string($0) }),
      "redo": .array(changed.redo.map { .string($0) }), "depth": .integer(changed.depth),
    ])
  }

  /// The revision of the document that the tree has.
  var documentRevision: Int { revision }

  private func isForetold(_ next: TransportPlace) -> Bool {
    guard let place, place.isRolling == next.isRolling, place.tempo == next.tempo,
      place.isCountingIn == next.isCountingIn, place.origin == next.origin,
      place.loopLength == next.loopLength, place.pattern == next.pattern,
      place.bar == next.bar, place.pulse == next.pulse, place.end == next.end,
      place.barBefore == next.barBefore
    else { return false }
    guard next.isRolling else { return place.beat == next.beat }
    let seconds = Double(next.time.nanoseconds - place.time.nanoseconds) / 1e9
    let beat = place.beat.inBeats + seconds * place.tempo.bpm / 60
    return (beat - next.beat.inBeats).magnitude * 60 / next.tempo.bpm < Self.tolerance
  }

  /// Notes how well a clock is followed, no more often than once a second.
  private mutating func measure(_ clock: ClockStatus, at now: HostTime) {
    guard clock.leader == .midi || clock.leader == .link, clock.presence == .locked else {
      quality = nil
      return
    }
    guard quality.map({ now >= $0.time.advanced(by: Self.pause) }) ?? true else { return }
    quality = Quality(
      time: now, jitterMS: Self.hundredths(clock.jitterMS),
      phaseErrorMS: Self.hundredths(clock.phaseErrorMS))
  }

  private static func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }

  /// Without what `transport` says better or what changes all the time.
  private static func tree(of status: MachineStatus, _ xruns: RecentXruns) -> JSONNode {
    guard case .object(var members)? = JSONNode(parsing: status.lineJSON) else { return .null }
    for key in ["beat", "loop", "step", "hits", "isRolling", "tempoBPM"] { members[key] = nil }
    members["xruns"] = .object([
      "total": .integer(xruns.total), "lastMinute": .integer(xruns.lastMinute),
      "time": xruns.latest.map { .integer($0.nanoseconds) } ?? .null,
    ])
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
      "origin": .rounded(origin.inBeats), "length": .rounded(loopLength.inBeats),
      "pattern": .string(pattern), "bar": .rounded(bar.inBeats),
      "pulse": .rounded(pulse.inBeats),
      "end": end.map { .rounded($0.inBeats) } ?? .null,
      "barBefore": barBefore.map { .rounded($0.inBeats) } ?? .null,
    ])
  }
}
