import MusicalTime
import Rhythm
import Shell

/// A patch's song as its file has it, with whether it is played.
struct SongDocument {
  /// What is written.
  let song: Song
  /// Whether the song is played instead of the selected pattern.
  let isPlayed: Bool

  /// A song for writing.
  init(_ song: Song, isPlayed: Bool) {
    self.song = song
    self.isPlayed = isPlayed
  }

  /// Reads a song, whose sections must name these patterns.
  init(_ node: PatchNode, patterns: [String]) throws(PatchError) {
    let group = try node.group(["play", "loop", "sections"])
    var sections: [Section] = []
    let list = try group["sections"]?.list() ?? []
    guard list.count <= Song.mostSections else {
      throw node.error(.rule(.sectionCount(list.count)))
    }
    for (index, value) in list.enumerated() {
      sections.append(try Section(node.child("section \(index + 1)", value), patterns: patterns))
    }
    song = Song(sections: sections, loops: try group.bool("loop", otherwise: false))
    isPlayed = try group.bool("play", otherwise: false)
  }

  /// As a patch writes it; nil for an empty song.
  var json: String? {
    guard song != Song() || isPlayed else { return nil }
    var members: [String] = []
    if isPlayed { members.append("\"play\": true") }
    if song.loops { members.append("\"loop\": true") }
    if !song.sections.isEmpty {
      members.append("\"sections\": " + JSONLayout.list(song.sections.map(\.json), indent: 4))
    }
    return JSONLayout.group(members, indent: 2)
  }
}

extension Section {
  fileprivate init(_ node: PatchNode, patterns: [String]) throws(PatchError) {
    let group = try node.group(["pattern", "repeats", "tempo", "tempi", "groove"])
    let pattern = try group.required("pattern").pattern(among: patterns)
    let tempo = try group["tempo"]?.number(.tempo)
    self.init(
      pattern: pattern, repeats: Int(try group.number(.repeats)),
      tempo: tempo.map { Tempo(clampingBPM: $0) })
    if let written = group["tempi"] { tempi = try Self.tempi(written) }
    if let written = group["groove"] { groove = try GrooveUse(written) }
  }

  private static func tempi(_ node: PatchNode) throws(PatchError) -> [TempoChange] {
    var tempi: [TempoChange] = []
    for (index, value) in try node.list().enumerated() {
      let entry = node.child("tempo \(index + 1)", value)
      let group = try entry.group(["beat", "tempo"])
      let beat = try group.required("beat").beats()
      guard beat > tempi.last?.beat ?? .zero, tempi.count < mostTempi else {
        throw entry.error(
          .rule(.sectionTempo(number: index, after: tempi.last?.beat ?? .zero)))
      }
      let tempo = try group.required("tempo").number(.tempo)
      tempi.append(TempoChange(beat: beat, tempo: Tempo(clampingBPM: tempo)))
    }
    return tempi
  }

  private static func json(_ change: TempoChange) -> String {
    "{\"beat\": \"\(change.beat.fraction)\", \"tempo\": \(JSONWriter.number(change.tempo.bpm))}"
  }

  fileprivate var json: String {
    var members = ["\"pattern\": \(JSONWriter.string(pattern))"]
    if repeats != 1 { members.append("\"repeats\": \(repeats)") }
    if let tempo { members.append("\"tempo\": \(JSONWriter.number(tempo.bpm))") }
    if !tempi.isEmpty {
      members.append("\"tempi\": [\(tempi.map { Self.json($0) }.joined(separator: ", "))]")
    }
    if let groove { members.append("\"groove\": \(groove.json)") }
    return "{\(members.joined(separator: ", "))}"
  }
}

extension PatchNode {
  /// The name of an existing pattern.
  func pattern(among names: [String]) throws(PatchError) -> String {
    let name = try string()
    guard names.contains(name) else {
      throw error(.unknownPattern(name, nearest: Spelling.nearest(to: name, among: names)))
    }
    return name
  }
}
