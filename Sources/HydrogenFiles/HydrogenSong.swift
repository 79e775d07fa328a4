/// A Hydrogen song or pattern file, as it was written: every layout from 0.9.3 to 2.0.
public struct HydrogenSong: Sendable {
  /// The tempi that a file can have, in bpm; those outside ours are clamped.
  private static let tempoRange = 1.0...10_000

  /// The song's name; empty for a pattern file.
  var name = ""
  /// Who wrote it, and under which licence.
  var rights = HydrogenRights()
  /// The drum kit that a pattern file was written with.
  var kit = ""
  var bpm = 120.0
  /// Whether the song is played, or else the selected pattern.
  var playsSong = false
  var loops = false
  /// 0 to 1: how far every second sixteenth moves towards the next, of half a sixteenth.
  var swing = 0.0
  /// 0 to 1.
  var humanisedTiming = 0.0
  /// 0 to 1.
  var humanisedVelocity = 0.0
  var instruments: [HydrogenInstrument] = []
  var patterns: [HydrogenPattern] = []
  /// The names of the patterns that a pattern plays besides itself.
  var virtualPatterns: [String: [String]] = [:]
  /// The names of the patterns that sound together in each column.
  var columns: [[String]] = []
  /// The tempo markers: columns from 0, and beats per minute.
  var tempi: [(column: Int, bpm: Double)] = []
  /// Whether the tempo markers apply.
  var followsTempi = true
  /// Whether this is a pattern file, which has no instruments, tempo and columns.
  var isPattern = false
  /// What has no meaning here.
  var leftOut: [String] = []
  /// Elements that no known version writes.
  var unknown: [String] = []
}

extension HydrogenSong {
  /// Reads a song or pattern file.
  public init(bytes: [UInt8]) throws(HydrogenError) {
    let root = try XMLElement(xml: bytes)
    switch root.name {
    case "song": try self.init(song: root)
    case "drumkit_pattern": try self.init(pattern: root)
    default: throw .root(root.name, expected: "a song or a pattern of Hydrogen")
    }
  }

  private init(pattern root: XMLElement) throws(HydrogenError) {
    isPattern = true
    rights = HydrogenRights(root)
    unknown = KnownElements.patternFile.unknown(in: root)
    kit = root.text("drumkit_name") ?? root.text("pattern_for_drumkit") ?? ""
    for element in root.all("pattern") { patterns.append(try HydrogenPattern(element)) }
    guard !patterns.isEmpty else { throw .noPatterns }
  }

  private init(song root: XMLElement) throws(HydrogenError) {
    name = root.text("name") ?? ""
    rights = HydrogenRights(root)
    bpm = try root.number("bpm", in: Self.tempoRange, or: 120)
    playsSong = root.text("mode") == "song"
    loops = root.flag("loopEnabled") ?? false
    swing = min(max(try root.number("swing_factor") ?? 0, 0), 1)
    humanisedTiming = min(max(try root.number("humanize_time") ?? 0, 0), 1)
    humanisedVelocity = min(max(try root.number("humanize_velocity") ?? 0, 0), 1)
    // From 2.0 on the kit is a part of the song.
    let kitElement = root["drumkit_info"] ?? root
    for (index, element) in (kitElement["instrumentList"]?.all("instrument") ?? []).enumerated() {
      instruments.append(try HydrogenInstrument(element, index: index))
    }
    for element in root["patternList"]?.all("pattern") ?? [] {
      patterns.append(try HydrogenPattern(element))
    }
    readSequence(root)
    try readTempi(root)
    leftOut = try Self.leftOut(of: root)
    unknown = KnownElements.song.unknown(in: root)
    guard !patterns.isEmpty else { throw .noPatterns }
  }

  private mutating func readSequence(_ root: XMLElement) {
    for element in root["virtualPatternList"]?.all("pattern") ?? [] {
      guard let name = element.text("name") else { continue }
      virtualPatterns[name, default: []] += element.all("virtual").map(\.text)
    }
    for element in root["patternSequence"]?.children ?? [] {
      // Before 0.9 a column was one pattern, without a group around it.
      if element.name == "patternID" { columns.append([element.text]) }
      if element.name == "group" { columns.append(element.all("patternID").map(\.text)) }
    }
  }

  private mutating func readTempi(_ root: XMLElement) throws(HydrogenError) {
    followsTempi = root.flag("isTimelineActivated") ?? true
    for element in root["BPMTimeLine"]?.all("newBPM") ?? [] {
      guard let column = try element.whole("BAR", in: -1...1_000_000), column >= 0 else { continue }
      tempi.append((column, try element.number("BPM", in: Self.tempoRange, or: bpm)))
    }
    tempi.sort { $0.column < $1.column }
  }
}
