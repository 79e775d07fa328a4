import Files
import Foundation
import MusicalTime
public import Rhythm
import SoundFonts

/// A folder of recordings as a kit.
public struct SampleFolder: Sendable {
  /// The kit.
  public private(set) var kit: SampledKit
  /// One line for each drum.
  public private(set) var rows: [String] = []
  /// The drums of the map's choke groups of two and more, by group and note.
  ///
  /// A patch must have the groups as well: `FluidSynthesizer` has a MIDI channel for each drum, and a SoundFont's
  /// exclusive classes count within one channel. Groups of hi-hats alone are left out, since every patch has one.
  public private(set) var chokes: [(drum: Drum, group: String)] = []
  /// Files that were not used, each with the reason.
  public private(set) var unused: [String] = []

  /// What is done with every recording.
  public struct Shaping: Sendable {
    /// Whether silence at the ends is cut off.
    public var trims = true
    /// Whether stereo becomes mono.
    public var folds = false
    /// Whether everything is played backwards.
    public var reverses = false

    /// Cuts off silence; keeps stereo and the direction.
    public init() {}
  }

  /// The most files of a kit.
  public static let mostFiles = 2_000
  private let folder: String
  private let shaping: Shaping
  /// What the recordings so far take in a SoundFont.
  private var sampleBytes = 0

  /// Reads the recordings in `folder` and its folders; names tell drums, layers and variants, or `map`
  /// does.
  public init(
    _ folder: String, name: String, map: KitMap? = nil, shaping: Shaping = Shaping()
  ) throws(SampleKitError) {
    // What lists the files of a folder does not follow a link to it.
    self.folder = URL(fileURLWithPath: HomeFolder.expanded(folder)).resolvingSymlinksInPath().path
    self.shaping = shaping
    var information = SoundFont.Information(name: map?.name ?? name)
    information.author = map?.author ?? "unknown"
    information.copyright = map?.licence
    information.comment = "Made by `ghostnote soundfont make` from samples."
    kit = SampledKit(information)
    if let map { try read(map) } else { try readNames() }
    guard !kit.drums.isEmpty else {
      let reasons = unused.isEmpty ? "" : ": " + unused.prefix(3).joined(separator: ", ")
      throw SampleKitError("\(folder): no samples of drums\(reasons)")
    }
    kit.drums.sort { $0.key < $1.key }
  }

  private mutating func read(_ map: KitMap) throws(SampleKitError) {
    var groups: [String: UInt16] = [:]
    for group in Set(map.drums.values.compactMap(\.choke)).sorted() {
      groups[group] = UInt16(groups.count + 1)
    }
    chokes = Self.chokes(of: map)
    // A file may be in many entries.
    var known: [String: SampledSound] = [:]
    for (name, entry) in map.drums.sorted(by: { $0.key < $1.key }) {
      guard let key = KitMap.note(of: name) else { continue }
      var layers: [[SampledSound]] = []
      for files in entry.layers {
        var layer: [SampledSound] = []
        for file in files {
          if known[file] == nil { known[file] = try sound(in: file) }
          guard let decoded = known[file] else { continue }
          var sound = try shaped(decoded, entry: entry)
          try add(sizeOf: sound)
          sound.gain = pow(10, (entry.level ?? 0) / 20)
          sound.tuning = (entry.tuning ?? 0) / 100
          layer.append(sound)
        }
        layers.append(layer)
      }
      var drum = SampledDrum(name: name, key: key, layers: Self.levelled(layers))
      drum.pan = entry.pan ?? 0
      drum.zone.exclusiveClass = entry.choke.flatMap { groups[$0] } ?? 0
      if entry.loop ?? false { Self.hold(&drum) }
      add(drum, layers: layers)
    }
  }

  private static func chokes(of map: KitMap) -> [(drum: Drum, group: String)] {
    var groups: [String: [Drum]] = [:]
    for (name, entry) in map.drums {
      guard let group = entry.choke, let drum = KitMap.note(of: name).flatMap({ Drum(note: $0) })
      else { continue }
      groups[group, default: []].append(drum)
    }
    let isNew = { (drums: [Drum]) in
      drums.count > 1 && !drums.allSatisfy { DrumSet.hats.contains($0) }
    }
    return groups.sorted { $0.key < $1.key }.filter { isNew($0.value) }.flatMap { group, drums in
      drums.sorted().map { (drum: $0, group: group) }
    }
  }

  private mutating func readNames() throws(SampleKitError) {
    var drums: [String: [(name: SampleName, path: String)]] = [:]
    for path in try paths() {
      let name = SampleName(path)
      drums[name.drum, default: []].append((name, path))
    }
    var names: [String] = []
    for name in drums.keys.sorted() {
      if SampleName.meansDrum(name) {
        names.append(name)
      } else {
        unused += (drums[name] ?? []).map { "\($0.path) (its name means no drum)" }
      }
    }
    let assignment = DrumAssignment(
      names.map { name in
        DrumAssignment.Candidate(
          name: name, midiNote: SampleName.leadingNote(name), voice: Voice(name: name))
      })
    for (index, name) in names.enumerated() {
      if assignment.sources[index] == .unassigned {
        unused += (drums[name] ?? []).map { "\($0.path) (no note is free)" }
        continue
      }
      var files: [(name: SampleName, sound: SampledSound)] = []
      for file in drums[name] ?? [] {
        let recording: SampledSound
        do throws(SampleKitError) { recording = try shaped(try sound(in: file.path)) } catch {
          unused.append("\(error)")
          continue
        }
        files.append((file.name, recording))
        try add(sizeOf: recording)
      }
      guard !files.isEmpty else { continue }
      let layers = Self.layers(files)
      var drum = SampledDrum(
        name: name, key: assignment.notes[index], layers: Self.levelled(layers))
      if [42, 44, 46].contains(drum.key) { drum.zone.exclusiveClass = 1 }
      add(drum, layers: layers)
    }
  }

  /// Counts a recording; throws as soon as all are more than a SoundFont can have.
  private mutating func add(sizeOf sound: SampledSound) throws(SampleKitError) {
    sampleBytes += SoundFont.size(frames: sound.frameCount) * sound.channels.count
    guard sampleBytes <= SoundFont.largestSamples else {
      throw SampleKitError("\(SoundFontLimit.size(sampleBytes))")
    }
  }

  private mutating func add(_ drum: SampledDrum, layers: [[SampledSound]]) {
    let used = drum.usedSounds
    unused += drum.sounds.indices.filter { !used.contains($0) }.map {
      "\(drum.sounds[$0].name) of \(drum.name) (no velocity is left for it)"
    }
    var first = 0
    let counts = layers.map { layer in
      defer { first += layer.count }
      return (first..<first + layer.count).count(where: used.contains)
    }.filter { $0 > 0 }
    let variants = counts.map(String.init).joined(separator: "+")
    let sides = drum.sounds.contains { $0.channels.count == 2 } ? "stereo" : "mono"
    let known = Drum(note: drum.key)?.name ?? "note \(drum.key)"
    // Where names mean more drums than there are, the rest is on keys that no drum has.
    let lane = Drum(note: drum.key) == nil ? ", played by a lane \(drum.key)@10" : ""
    rows.append(
      "\(drum.key) \(known): \(drum.name), \(counts.count.counted("layer")) of \(variants), \(sides)"
        + lane)
    kit.drums.append(drum)
  }

  private static func hold(_ drum: inout SampledDrum) {
    drum.zone.loops = true
    drum.zone.release = 0.2
    for index in drum.sounds.indices where drum.sounds[index].loop == nil {
      let count = drum.sounds[index].frameCount
      if count > 64 { drum.sounds[index].loop = 8..<count - 8 }
    }
  }

  private func shaped(
    _ sound: SampledSound, entry: KitMap.Entry? = nil
  ) throws(SampleKitError) -> SampledSound {
    var sound = shaping.trims && !(entry?.loop ?? false) ? sound.trimmed() : sound
    if shaping.folds { sound = sound.folded() }
    if shaping.reverses != (entry?.reverse ?? false) { sound = sound.reversed() }
    return sound
  }

  private func sound(in path: String) throws(SampleKitError) -> SampledSound {
    let file =
      path.hasPrefix("/") || path.hasPrefix("~") ? HomeFolder.expanded(path) : "\(folder)/\(path)"
    let bytes: [UInt8]
    do throws(FileReadingError) {
      bytes = try RegularFile.bytes(at: file, limit: SampledSound.largestFile)
    } catch { throw SampleKitError("\(path): \(error.reason)") }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    do throws(AudioFileError) {
      return try SampledSound(
        name: String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)]), bytes: bytes)
    } catch { throw SampleKitError("\(path): \(error)") }
  }

  private func paths() throws(SampleKitError) -> [String] {
    let endings = [
      ".wav", ".wave", ".flac", ".aif", ".aiff", ".ogg", ".oga", ".opus", ".mp3", ".au", ".caf",
      ".w64",
    ]
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
      isFolder.boolValue
    else { throw SampleKitError("\(folder): no such folder") }
    var found: [String] = []
    let all = FileManager.default.enumerator(atPath: folder)
    while let path = all?.nextObject() as? String {
      guard !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }),
        endings.contains(where: path.lowercased().hasSuffix)
      else { continue }
      found.append(path)
      guard found.count <= Self.mostFiles else {
        throw SampleKitError(
          "\(folder): more than \(Self.mostFiles) samples: name a smaller folder")
      }
    }
    return found.sorted()
  }
}
