import Rhythm

extension Group {
  /// Reads up to sixteen groups; those that are not written are none.
  static func groups(_ node: PatchNode) throws(PatchError) -> [Group?] {
    var groups: [Group?] = []
    for (index, value) in try node.list().enumerated() {
      let place = node.child("group \(index + 1)", value)
      guard index < count else {
        throw place.error(.outOfRange("group \(index + 1)", range: "groups 1 to \(count)"))
      }
      groups.append(value == .null ? nil : try Group(place))
    }
    return groups + Array(repeating: nil, count: count - groups.count)
  }

  private init(_ node: PatchNode) throws(PatchError) {
    let group = try node.group(["name", "markers", "lanes"])
    let name = try group["name"]?.string() ?? ""
    guard let written = group["markers"] else {
      var hits: [Hit] = []
      for (index, value) in try group.required("lanes").list().enumerated() {
        let lane = try Lane(node.child("lane \(index + 1)", value))
        for (marker, step) in lane.steps.enumerated() {
          if let step { hits.append(Hit(lane.voice, marker: marker, step)) }
        }
      }
      self.init(name: name, .hits(hits))
      return
    }
    guard group["lanes"] == nil else { throw node.error(.together("lanes", "markers")) }
    var markers: [Marker] = []
    for (index, value) in try written.list().enumerated() {
      markers.append(try Marker(node.child("marker \(index + 1)", value)))
    }
    self.init(name: name, .markers(markers))
  }

  /// Groups as a patch writes them, one a line, up to the last that there is.
  static func json(_ groups: [Group?], indent: Int) -> String {
    let last = groups.lastIndex { $0 != nil } ?? -1
    return JSONLayout.list(groups[...last].map { $0?.json ?? "null" }, indent: indent)
  }

  private var json: String {
    var members = name.isEmpty ? [] : ["\"name\": \(JSONWriter.string(name))"]
    switch content {
    case .markers(let markers):
      members.append("\"markers\": [\(markers.map(\.json).joined(separator: ", "))]")
    case .hits(let hits):
      let lanes = Self.lanes(hits).map { $0.json(over: .sixteenths, width: 0) }
      members.append("\"lanes\": [\(lanes.joined(separator: ", "))]")
    }
    return "{\(members.joined(separator: ", "))}"
  }

  /// A lane for each voice, in the order of their first hits, as long as its hits need.
  private static func lanes(_ hits: [Hit]) -> [Lane] {
    var lanes: [Lane] = []
    for hit in hits {
      var index = lanes.firstIndex { $0.voice == hit.voice }
      if index == nil {
        lanes.append(Lane(hit.voice, steps: []))
        index = lanes.count - 1
      }
      guard let index else { continue }
      let missing = hit.marker + 1 - lanes[index].steps.count
      lanes[index].steps += Array(repeating: nil, count: max(missing, 0))
      lanes[index].steps[hit.marker] = hit.step
    }
    return lanes
  }
}
