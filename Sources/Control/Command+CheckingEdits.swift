import MusicalTime
import Rhythm

extension ArrangeCommand {
  func check() throws(CommandError) {
    switch self {
    case .pattern(let command): try command.check()
    case .song(let command): try command.check()
    case .fill, .programs: break
    case .muteGroup(let group, _): try group.check("mutegroup", in: Lane.muteGroups)
    case .program(let number): try number.check("program", below: 128)
    }
  }
}

extension PatternCommand {
  fileprivate func check() throws(CommandError) {
    switch self {
    case .list, .new, .copy: break
    case .select(let choice, _), .delete(let choice): try choice.check()
    case .rename(let choice, _): try choice?.check()
    case .move(let choice, let place):
      try choice.check()
      try place.check("pattern move", below: Patch.mostPatterns)
    }
  }
}

extension PatternChoice {
  fileprivate func check() throws(CommandError) {
    // What a patch has not is said by the patch; one more or less must be a number still.
    if case .number(let number) = self { try number.check("pattern", in: -1_000_000...1_000_000) }
  }
}

extension SongCommand {
  fileprivate func check() throws(CommandError) {
    switch self {
    case .show, .play, .off, .again, .clear: break
    case .add(let part): try part.check()
    case .insert(let section, let part):
      try section.checkSection()
      try part.check()
    case .delete(let section), .tempo(let section, _): try section.checkSection()
    case .move(let section, let place):
      try section.checkSection()
      try place.checkSection()
    case .repeat(let section, let count):
      try section.checkSection()
      try count.check("song repeat", in: Section.repeatCounts)
    case .groove(let section, let groove):
      try section.checkSection()
      try groove?.timing?.check("song groove", Knob.grooveTiming)
      try groove?.velocity?.check("song groove", Knob.grooveVelocity)
    case .loop(let section): try section?.checkSection()
    }
  }
}

extension SongPart {
  fileprivate func check() throws(CommandError) {
    try pattern?.check()
    try repeats.check("song", in: Section.repeatCounts)
  }
}

extension GridCommand {
  func check() throws(CommandError) {
    switch self {
    case .list, .euclid, .density: break
    case .pattern(let choice): try choice.check()
    case .lane(_, let change): try change.check()
    }
  }
}

extension LaneChange {
  fileprivate func check() throws(CommandError) {
    switch self {
    case .grid(let choice): try choice?.check()
    case .length(let count): try count.check("lane length", in: Grid.counts)
    case .ratio, .looseness: break
    case .turn(let turn): try turn.check("lane turn", Knob.turn)
    case .muteGroup(let group): try group?.check("lane group", in: Lane.muteGroups)
    }
  }
}

extension GridChoice {
  fileprivate func check() throws(CommandError) {
    switch self {
    // Grids check their lengths, counts and amplitudes themselves.
    case .grid, .course, .tempered: break
    case .markers(let markers, _): for marker in markers { try marker.beat.check("grid") }
    }
  }
}

extension EditingCommand {
  func check() throws(CommandError) {
    switch self {
    case .history, .fill, .reverse, .delete, .clips: break
    case .undo(let count): try count.check("undo", in: 1...UndoHistory<Document>.depth)
    case .redo(let count): try count.check("redo", in: 1...UndoHistory<Document>.depth)
    case .select(let select): try select?.choice.check()
    case .draw(let marker, let clip, _):
      try marker.checkMarker("draw")
      try clip?.check("draw", below: Clip.count)
    case .shift(let distance, let snap):
      try distance.check("shift")
      try snap?.check("shift", in: Beats(units: 1)...Beats.farthest)
    case .scale(_, let anchor):
      if case .handle(let marker) = anchor { try marker.checkMarker("scale") }
    case .subdivide(let count, let amplitude):
      try count.check("subdivide", in: 2...16)
      try amplitude?.check("subdivide", Knob.amplitude)
    case .merge(let count): try count.check("merge", in: 2...16)
    case .rotate(let count): try count.check("rotate", Knob.turn)
    case .marker(let beat, let amplitude):
      try beat.check("marker")
      try amplitude.check("marker", Knob.amplitude)
    case .amplitude(let amplitude): try amplitude.check("amplitude", Knob.amplitude)
    case .clip(let number, _): try number.check("clip", below: Clip.count)
    case .group(let command): try command.check()
    }
  }
}

extension Selection.Choice {
  fileprivate func check() throws(CommandError) {
    switch self {
    case .all, .inverse, .code, .row: break
    case .left(let marker), .right(let marker): try marker?.checkMarker("select")
    case .numbers(let markers): for marker in markers { try marker.checkMarker("select") }
    }
  }
}

extension GroupCommand {
  fileprivate func check() throws(CommandError) {
    switch self {
    case .list: break
    case .save(let number, _), .clear(let number): try number.check("group", below: Group.count)
    case .place(let number, let marker):
      try number.check("group", below: Group.count)
      try marker.checkMarker("group place")
    case .placeNamed(_, let marker): try marker.checkMarker("group place")
    }
  }
}

// MARK: Ranges

extension Int {
  /// Within a range, both ends included.
  func check(_ verb: String, in range: ClosedRange<Int>) throws(CommandError) {
    guard !range.contains(self) else { return }
    throw CommandError(
      "\(verb): \(self) is outside \(range.lowerBound) to \(range.upperBound)", isUsage: true)
  }

  /// A number counted from 0, of which there are `count`; said from 1, as people count.
  func check(_ verb: String, below count: Int) throws(CommandError) {
    guard !(0..<count).contains(self) else { return }
    throw CommandError(
      "\(verb): number \(addingReportingOverflow(1).partialValue) is outside 1 to \(count)",
      isUsage: true)
  }

  /// Within the range of a knob.
  func check(_ verb: String, _ knob: Knob) throws(CommandError) {
    try check(verb, in: Int(knob.range.lowerBound)...Int(knob.range.upperBound))
  }

  fileprivate func checkMarker(_ verb: String) throws(CommandError) {
    try check(verb, below: Grid.counts.upperBound)
  }

  fileprivate func checkSection() throws(CommandError) {
    try check("song", below: Song.mostSections)
  }
}

extension Double {
  /// Within the range of a knob; no number at all is outside of any.
  func check(_ verb: String, _ knob: Knob) throws(CommandError) {
    guard !knob.range.contains(self) else { return }
    throw CommandError("\(verb): \(self) is outside \(knob.rangeInWords)", isUsage: true)
  }
}

extension Beats {
  /// As far as a fraction is read.
  fileprivate static let farthest = Beats(1_000_000_000)

  /// Within a range, or as far as any beat is read.
  func check(
    _ verb: String, in range: ClosedRange<Beats> = Beats(-1_000_000_000)...farthest
  ) throws(CommandError) {
    guard !range.contains(self) else { return }
    throw CommandError(
      "\(verb): \(inBeats) beats are outside \(range.lowerBound.inBeats) to "
        + "\(range.upperBound.inBeats)", isUsage: true)
  }
}
