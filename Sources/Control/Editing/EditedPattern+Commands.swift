import Commands
import MusicalTime
import Rhythm

extension EditedPattern {
  /// Makes the edit that a command asks for; other commands change nothing.
  mutating func apply(_ command: EditingCommand, seed: UInt64) throws(EditError) {
    switch command {
    case .fill(let code, let given): try fill(code, seed: given ?? seed)
    case .draw(let marker, let clip, let velocity):
      try draw(clip: clip, at: marker, velocity, seed: seed)
    case .drawAt(let beat, let clip, let velocity):
      try draw(clip: clip, at: beat, velocity, seed: seed)
    case .shift(let distance, nil, let isOver, let wraps) where selection?.kind == .hits:
      guard let count = distance.wholeCount else { throw .hitDistance(distance) }
      try moveHits(by: count, over: isOver, wrapping: wraps)
    case .shift(_, _, over: true, _), .shift(_, _, _, wraps: true): throw .onlyHitsGoOver
    case .shift(let distance, let division, _, _): try shift(by: distance, snappingTo: division)
    case .scale(let ratio, let anchor): try scale(by: ratio, from: anchor)
    case .subdivide(let count, let amplitude): try subdivide(by: count, amplitude: amplitude)
    case .merge(let count): try merge(by: count)
    case .rotate(let count): try rotate(by: count)
    case .reverse: try reverse()
    case .delete: try delete()
    case .marker(let beat, let amplitude): try addMarker(at: beat, amplitude: amplitude)
    case .amplitude(let amplitude): try setAmplitude(amplitude)
    case .clip(let number, let clip): try setClip(number, to: clip)
    case .hits(let change): try changeHits { $0.apply(change) }
    case .undo, .redo, .history, .select, .clips, .group: break
    }
  }
}

extension Beats {
  /// The number that it is of whole beats; nil where it is none.
  fileprivate var wholeCount: Int? {
    units.isMultiple(of: Self.unitsPerBeat) ? Int(units / Self.unitsPerBeat) : nil
  }
}

extension Step {
  /// Changes what `change` names, and nothing else of the hit.
  fileprivate mutating func apply(_ change: HitChange) {
    switch change {
    case .velocity(let velocity): self.velocity = velocity
    case .louder(let change): velocity = Velocity(clamping: Int(velocity.value) + change)
    case .accent(let isAccented): self.isAccented = isAccented
    case .probability(let probability): self.probability = probability
    case .ratchet(let ratchet): self.ratchet = ratchet
    case .condition(let condition): self.condition = condition
    case .offset(let offset): self.offset = offset
    case .hold(let hold): self.hold = hold
    case .whole(let step):
      let (hold, clip) = (hold, clip)
      self = step
      if step.hold == 0 { self.hold = hold }
      if step.clip == nil { self.clip = clip }
    }
  }
}
