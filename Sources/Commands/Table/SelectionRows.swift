public import MusicalTime
public import Rhythm

/// Something asked of the document rather than of what plays it; markers, clips and saved selections are counted
/// from 0.
public enum EditingCommand: Sendable, Hashable {
  /// Take back that number of changes.
  case undo(Int)
  /// Make that number of undone changes again.
  case redo(Int)
  /// List what can be undone and redone.
  case history
  /// Select (nil: nothing).
  case select(SelectCommand?)
  /// Put clips on the selected markers; without a seed, one is drawn.
  case fill(ClipCode, seed: UInt64?)
  /// Write one hit of a clip, or (nil) of any.
  case draw(marker: Int, clip: Int?, Velocity)
  /// The same at a beat, with a marker where there is none.
  case drawAt(Beats, clip: Int?, Velocity)
  /// Move markers by a distance, with `snap` to its multiples; or hits, by a whole number of markers, `over` others
  /// too, and one that `wraps` from the last marker to the first.
  case shift(Beats, snap: Beats?, over: Bool = false, wraps: Bool = false)
  case scale(SpeedRatio, ScaleAnchor)
  case subdivide(Int, amplitude: Double?)
  case merge(Int)
  case rotate(Int)
  case reverse
  case delete
  /// Put in a marker.
  case marker(Beats, amplitude: Double)
  case amplitude(Double)
  /// Change a clip, or (nil) empty it.
  case clip(Int, Clip?)
  case clips
  case savedSelection(SavedSelectionCommand)
  /// Change what the selected hits are, wherever they are.
  case hits(HitChange)
}

/// What of a hit is changed.
public enum HitChange: Sendable, Hashable {
  case velocity(Velocity)
  /// How much louder, or (negative) softer; each within `Velocity.range`.
  case louder(by: Int)
  case accent(Bool)
  /// Per cent, within `Step.probabilities`.
  case probability(Int)
  case ratchet(Ratchet)
  /// Nil plays in all loops.
  case condition(StepCondition?)
  /// How much later than its marker.
  case offset(Beats)
  /// Through how many further markers; 0 for as long as the sound is.
  case hold(Int)
  /// All of it but its hold and clip.
  case whole(Step)
}

/// What to select.
public struct SelectCommand: Sendable, Hashable {
  /// Markers or hits; nil stays with what and where is selected now.
  public var kind: Selection.Kind?
  /// The voices whose hits, or the one whose own grid, is meant; empty is the pattern's grid.
  public var voices: [Voice]
  /// Which of the markers or hits: by number, by rule, or none.
  public var choice: Selection.Choice
  /// Whether what is selected stays selected.
  public var isAdding: Bool
  /// Whether what is selected stays selected, but what is chosen again does not.
  public var isToggling: Bool

  /// Replaces the selection, unless `adding` or `toggling`.
  public init(
    _ choice: Selection.Choice, kind: Selection.Kind? = nil, of voices: [Voice] = [],
    adding isAdding: Bool = false, toggling isToggling: Bool = false
  ) {
    self.kind = kind
    self.voices = voices
    self.choice = choice
    self.isAdding = isAdding
    self.isToggling = isToggling
  }
}

/// Something asked of the saved selections, which commands call groups.
public enum SavedSelectionCommand: Sendable, Hashable {
  case save(Int, name: String)
  case place(Int, marker: Int)
  /// The same, by the name that it was saved under.
  case placeNamed(String, marker: Int)
  case clear(Int)
  case list
}

/// Commands about what is selected, clips and saved selections.
enum SelectionRows {
  static let all: [CommandSpec] = selecting + clips + hits + saved

  private static let selecting: [CommandSpec] = [
    CommandSpec(
      "select", .unless("none", .of(SelectCommand.self)),
      does: "what the next edits are of; code finds what fill wrote, row takes any",
      as: "select 1-4 7", "select hits snare all", "select toggle 3-6",
      "select none"
    ) { .editing(.select($0)) },
    CommandSpec(
      "shift", .beats("a distance in beats", "BEATS|COUNT"),
      .following("snap", .beats("a division in beats")), .flag("over"), .flag("wrap"),
      does: "move the selected markers, or the selected hits by markers, also over other hits, or "
        + "from the last to the first",
      as: "shift 1/8 snap 1/4", "shift 1 over", "shift -1 wrap"
    ) { distance, snap, isOver, wraps throws(CommandError) in
      guard snap.map({ $0 > .zero }) ?? true else {
        throw CommandError("shift: a division is more than 0 beats", isUsage: true)
      }
      return .editing(.shift(distance, snap: snap, over: isOver, wraps: wraps))
    }.touching(.music),
    CommandSpec(
      "scale", .of(SpeedRatio.self), .of(ScaleAnchor.self),
      does: "stretch the selected markers; an inner marker takes both sides along",
      as: "scale 3/2 from last"
    ) { .editing(.scale($0, $1)) }.touching(.music),
    CommandSpec(
      "rotate", .knob(.turn, "COUNT", "a number of markers"),
      does: "move hits round the selected markers", as: "rotate 1"
    ) { .editing(.rotate($0)) }.touching(.music),
    CommandSpec("reverse", does: "selected hits, or the gaps of selected markers") {
      .editing(.reverse)
    }.touching(.music),
    CommandSpec("delete", does: "selected markers with their hits, or selected hits") {
      .editing(.delete)
    }.touching(.music),
  ]

  private static let clips: [CommandSpec] = [
    CommandSpec(
      "fill", .of(ClipCode.self), .following("seed", .seed()),
      does: "put clips on the selected markers: 1*2 -*1 3 + ? is clip, rest, hold, any clip",
      as: "fill 1 - 3 -"
    ) { .editing(.fill($0, seed: $1)) }.touching(.music).undone(naming: .max),
    CommandSpec(
      "draw", .marker, .either(.clip, or: "?"), .optional(.velocity, standard: StepNotation.hit),
      does: "one hit of a clip", as: "draw 5 2", "draw 5 ? 100"
    ) { .editing(.draw(marker: $0, clip: $1, $2)) }.touching(.music).undone(naming: 1),
    CommandSpec(
      "draw at", .beats("a beat from 0", "BEAT"), .either(.clip, or: "?"),
      .optional(.velocity, standard: StepNotation.hit),
      does: "one hit of a clip at a beat, with a marker where there is none",
      as: "draw at 1.3 2", "draw at 1/3 ? 100"
    ) { .editing(.drawAt($0, clip: $1, $2)) }.touching(.music).undone(naming: 1),
    CommandSpec("clip list", does: "list the clips") { .editing(.clips) }.query,
    CommandSpec(
      "clip", .clip, .unless("none", .of(Clip.self)), does: "what a clip's number stands for",
      as: "clip 3 snare decay 0.2", "clip 3 none"
    ) { .editing(.clip($0, $1)) }.touching(.music).undone(naming: 1),
  ]

  private static let hits: [CommandSpec] = [
    CommandSpec(
      "hits velocity", .velocityChange,
      does: "make the selected hits that much louder or softer, so that their differences stay",
      as: "hits velocity +8", "hits velocity -8"
    ) { .editing(.hits(.louder(by: $0))) }.touching(.music).stream.relative
      .when { $0.next?.isSigned == true },
    CommandSpec(
      "hits velocity", .velocity, does: "how hard the selected hits are", as: "hits velocity 80"
    ) { .editing(.hits(.velocity($0))) }.touching(.music).stream,
    CommandSpec(
      "hits accent", .onOff, does: "whether the pattern's accent is added", as: "hits accent on"
    ) { .editing(.hits(.accent($0))) }.touching(.music),
    CommandSpec(
      "hits probability", .amount("a probability"), does: "how often they play",
      as: "hits probability 50%"
    ) { .editing(.hits(.probability(Int(($0 * 100).rounded())))) }.touching(.music).stream,
    CommandSpec(
      "hits ratchet", .whole("a number of strokes", "COUNT", in: Ratchet.counts),
      .optional(.whole("a slope", "SLOPE", in: Ratchet.slopes), standard: 0),
      does: "how often each is struck, and how much louder the last is", as: "hits ratchet 3 20"
    ) { count, slope in
      .editing(.hits(.ratchet(Ratchet(count: count, slope: slope) ?? .single)))
    }.touching(.music),
    CommandSpec(
      "hits condition", .unless("none", .of(StepCondition.self)), does: "in which loops they play",
      as: "hits condition 1:4"
    ) { .editing(.hits(.condition($0))) }.touching(.music),
    CommandSpec(
      "hits offset", .stepOffset, does: "how many beats later than their markers they play",
      as: "hits offset -1/96"
    ) { .editing(.hits(.offset($0))) }.touching(.music),
    CommandSpec(
      "hits hold", .whole("a number of markers", "MARKERS", in: 0...Step.holds.upperBound),
      does: "through how many further markers they are held; 0 lets them ring", as: "hits hold 3"
    ) { .editing(.hits(.hold($0))) }.touching(.music),
    CommandSpec(
      "hits write", .of(Step.self), does: "all of it at once, as the notation writes a step",
      as: "hits write x?50*3"
    ) { .editing(.hits(.whole($0))) }.touching(.music),
  ]

  private static let saved: [CommandSpec] = [
    CommandSpec(
      "group save", .group, .optional(.groupName, standard: ""),
      does: "keep what is selected", as: "group save 1 lick"
    ) { .editing(.savedSelection(.save($0, name: $1))) }.undone(naming: 1),
    CommandSpec(
      "group place", .of(SavedSelectionCommand.self),
      does: "put a group's markers or hits from a marker on",
      as: "group place 1 5"
    ) { .editing(.savedSelection($0)) }.touching(.music).undone(naming: 1),
    CommandSpec("group clear", .group, does: "forget a group", as: "group clear 1") {
      .editing(.savedSelection(.clear($0)))
    }.undone(naming: 1),
    CommandSpec("group list", does: "list the groups") { .editing(.savedSelection(.list)) }.query,
  ]
}
