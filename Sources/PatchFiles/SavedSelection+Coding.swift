import MusicalTime
import Rhythm

extension SavedSelection {
  /// Reads the list `groups` of a patch; each saved selection has its number, from 1.
  static func bank(_ node: PatchNode) throws(PatchError) -> [SavedSelection?] {
    var bank = noneSaved
    for (index, value) in try node.list().enumerated() {
      let place = node.child("group \(index + 1)", value)
      let written = try place.group(["number", "name", "markers", "lanes"])
      let number = Int(try written.required("number").number(.savedSelectionNumber)) - 1
      guard bank[number] == nil else { throw place.error(.numberTwice(number + 1)) }
      bank[number] = try SavedSelection(written)
    }
    return bank
  }

  private init(_ group: PatchGroup) throws(PatchError) {
    let name = try group["name"]?.string() ?? ""
    guard let written = group["markers"] else {
      var hits: [Hit] = []
      let list = try group.required("lanes").list()
      guard list.count <= Pattern.mostLanes else {
        throw group.node.error(.pattern(.laneCount(list.count)))
      }
      for (index, value) in list.enumerated() {
        hits += try Self.hits(group.node.child("lane \(index + 1)", value))
      }
      self.init(name: name, .hits(hits))
      return
    }
    guard group["lanes"] == nil else { throw group.node.error(.together("markers", "lanes")) }
    var markers: [Marker] = []
    let list = try written.list()
    guard Grid.counts.contains(list.count) else {
      throw written.error(.grid(.markerCount(list.count)))
    }
    for (index, value) in list.enumerated() {
      let place = written.child("marker \(index + 1)", value)
      let marker = try Marker(place)
      let isNext = markers.last.map { $0.beat <= marker.beat } ?? (marker.beat == .zero)
      guard isNext, marker.beat <= Grid.lengths.upperBound else {
        throw written.error(.grid(.order(marker: index, marker.beat)))
      }
      markers.append(marker)
    }
    // Earlier versions saved all markers of a beat.
    self.init(name: name, .markers(Self.merged(markers)))
  }

  private static func hits(_ node: PatchNode) throws(PatchError) -> [Hit] {
    let lane = try Lane(node)
    return lane.steps.enumerated().compactMap { marker, step in
      step.map { Hit(lane.voice, marker: marker, $0) }
    }
  }

  /// The list `groups` as a patch writes it, one line per saved selection; nil if there is none.
  static func json(_ bank: [SavedSelection?]) -> String? {
    let written = bank.enumerated().compactMap { index, saved in saved?.json(number: index + 1) }
    return written.isEmpty ? nil : JSONLayout.list(written, indent: 2)
  }

  private func json(number: Int) -> String {
    var members = ["\"number\": \(number)"]
    if !name.isEmpty { members.append("\"name\": \(JSONWriter.string(name))") }
    switch content {
    case .markers(let markers):
      members.append("\"markers\": [\(markers.map(\.json).joined(separator: ", "))]")
    case .hits(let hits):
      let lanes = Self.lanes(of: hits).map { $0.json(over: .sixteenths, width: 0) }
      members.append("\"lanes\": [\(lanes.joined(separator: ", "))]")
    }
    return "{\(members.joined(separator: ", "))}"
  }

  /// The hits as lanes, in the order of each voice's first hit.
  private static func lanes(of hits: [Hit]) -> [Lane] {
    var lanes: [Lane] = []
    for hit in hits where hit.marker >= 0 {
      let known = lanes.firstIndex { $0.voice == hit.voice }
      if known == nil { lanes.append(Lane(hit.voice, steps: [])) }
      let index = known ?? lanes.count - 1
      let missing = hit.marker + 1 - lanes[index].steps.count
      if missing > 0 { lanes[index].steps += [Step?](repeating: nil, count: missing) }
      lanes[index].steps[hit.marker] = hit.step
    }
    return lanes
  }
}
