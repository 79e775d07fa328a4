import MusicalTime
import Rhythm

extension Grid {
  /// Reads even steps, or the length in beats with a list of markers or a temperament.
  init(_ node: PatchNode) throws(PatchError) {
    let group = try node.group([
      "steps", "stepsPerBeat", "beats", "markers", "temper", "amplitudes",
    ])
    if let tempering = group["temper"] {
      self = try Self.tempered(tempering, group)
      return
    }
    // Even steps have amplitude 1; markers have their own.
    if group["amplitudes"] != nil {
      throw node.error(.together("amplitudes", group["markers"] == nil ? "steps" : "markers"))
    }
    guard let written = group["markers"] else {
      self = try Self.even(group)
      return
    }
    for key in ["steps", "stepsPerBeat"] where group[key] != nil {
      throw node.error(.together(key, "markers"))
    }
    let length = try group.required("beats").beats()
    var markers: [Marker] = []
    let list = try written.list()
    guard list.count <= Self.counts.upperBound else {
      throw node.error(.grid(.markerCount(list.count)))
    }
    for (index, value) in list.enumerated() {
      markers.append(try Marker(node.child("marker \(index + 1)", value)))
    }
    do { try self.init(length: length, markers: markers) } catch {
      throw node.error(.grid(error))
    }
  }

  private static func even(_ group: PatchGroup) throws(PatchError) -> Grid {
    // Even steps have their length; markers and temperaments need one.
    if group["beats"] != nil {
      for key in ["steps", "stepsPerBeat"] where group[key] != nil {
        throw group.node.error(.together("beats", key))
      }
      throw group.node.error(.missing(key: "markers"))
    }
    let count = Int(try group.number(.steps))
    let stepsPerBeat = Int(try group.number(.stepsPerBeat))
    do { return try Grid(count: count, stepsPerBeat: stepsPerBeat) } catch {
      throw group.node.error(.grid(error))
    }
  }

  private static func tempered(
    _ node: PatchNode, _ group: PatchGroup
  ) throws(PatchError) -> Grid {
    for key in ["steps", "stepsPerBeat", "markers"] where group[key] != nil {
      throw group.node.error(.together(key, "temper"))
    }
    let length = try group.required("beats").beats()
    var amplitudes: [Double] = []
    let list = try group["amplitudes"]?.list() ?? []
    guard list.count <= counts.upperBound else {
      throw group.node.error(.grid(.markerCount(list.count)))
    }
    for (index, value) in list.enumerated() {
      let place = group.node.child("amplitudes, marker \(index + 1)", value)
      amplitudes.append(try place.number(.amplitude))
    }
    let text = try node.string()
    let tempering: Tempering
    do { tempering = try Tempering(text) } catch { throw node.error(.grid(.tempering(error))) }
    do {
      return try Grid(length: length, tempering: tempering, amplitudes: amplitudes)
    } catch { throw group.node.error(.grid(error)) }
  }

  /// As a patch writes it, on one line.
  var json: String {
    if let tempering {
      let amplitudes = markers.map { JSONWriter.number($0.amplitude) }.joined(separator: ", ")
      let isPlain = markers.allSatisfy { $0.amplitude == 1 }
      return "{\"beats\": \"\(length.fraction)\", \"temper\": \"\(tempering)\""
        + (isPlain ? "}" : ", \"amplitudes\": [\(amplitudes)]}")
    }
    if let stepsPerBeat { return "{\"steps\": \(count), \"stepsPerBeat\": \(stepsPerBeat)}" }
    let written = markers.map(\.json).joined(separator: ", ")
    return "{\"beats\": \"\(length.fraction)\", \"markers\": [\(written)]}"
  }
}

extension Marker {
  init(_ node: PatchNode) throws(PatchError) {
    guard case .object = node.value else {
      self.init(try node.beats())
      return
    }
    let group = try node.group(["beat", "amplitude"])
    self.init(
      try group.required("beat").beats(), amplitude: try group.number(.amplitude))
  }

  /// As a patch writes it: only the beat at full amplitude.
  var json: String {
    let place = "\"\(beat.fraction)\""
    return amplitude == 1
      ? place : "{\"beat\": \(place), \"amplitude\": \(JSONWriter.number(amplitude))}"
  }
}

extension PatchNode {
  /// Beats as a number, or exactly as a fraction in a string.
  func beats() throws(PatchError) -> Beats {
    let text =
      switch value {
      case .string(let text): text
      case .number(let number): JSONWriter.number(number)
      default: throw wrongType("beats such as 4 or \"7/3\"")
      }
    guard let beats = Beats(fraction: text) else {
      throw error(.malformed(text, expected: "beats such as 4 or \"7/3\""))
    }
    return beats
  }
}
