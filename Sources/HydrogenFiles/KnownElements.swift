/// An element that some version of Hydrogen writes, and what the import does with it.
struct KnownElement: Sendable {
  /// What the import does with an element.
  enum Use: Sendable, Hashable {
    /// It is a part of what is made, or of the author, the licence and so on in the reply.
    case read
    /// It has no meaning here. The reply names it where it says anything other than the standard.
    case named
    /// It changes nothing that is heard or shown here; the reason.
    case unused(String)
  }

  var use: Use
  /// The elements inside.
  var elements: KnownElements
}

/// The elements that may stand inside another.
struct KnownElements: Sendable {
  private(set) var byName: [String: KnownElement] = [:]

  /// Several parts of one table; of two elements with one name the later counts.
  init(_ parts: [KnownElements] = []) {
    for part in parts { byName.merge(part.byName) { _, last in last } }
  }

  private init(_ names: String, _ element: KnownElement) {
    for name in names.split(separator: " ") { byName[String(name)] = element }
  }

  /// Elements whose names are separated by spaces, and what stands in each.
  static func read(_ names: String, _ parts: [KnownElements] = []) -> KnownElements {
    KnownElements(names, KnownElement(use: .read, elements: KnownElements(parts)))
  }

  /// The same for elements that the reply names.
  static func named(_ names: String, _ parts: [KnownElements] = []) -> KnownElements {
    KnownElements(names, KnownElement(use: .named, elements: KnownElements(parts)))
  }

  /// The same for elements that are not used, and why not.
  static func unused(
    _ names: String, because reason: String, _ parts: [KnownElements] = []
  ) -> KnownElements {
    KnownElements(names, KnownElement(use: .unused(reason), elements: KnownElements(parts)))
  }
}

extension KnownElements {
  /// The elements inside `root` that are not known where they stand, as `note/name (count)`: at most
  /// `most`, in alphabetical order, then how many more there are.
  func unknown(in root: XMLElement, most: Int = 10) -> [String] {
    var counts: [String: Int] = [:]
    count(in: root, &counts)
    let all = counts.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
    return all.prefix(most) + (all.count > most ? ["\(all.count - most) others"] : [])
  }

  /// Those as what an import says; empty for none.
  static func notices(ofUnknown elements: [String]) -> [String] {
    elements.isEmpty ? [] : ["unknown elements, left out: " + elements.joined(separator: ", ")]
  }

  private func count(in element: XMLElement, _ counts: inout [String: Int]) {
    for child in element.children {
      if let known = byName[child.name] {
        known.elements.count(in: child, &counts)
      } else {
        counts["\(element.name.prefix(40))/\(child.name.prefix(40))", default: 0] += 1
      }
    }
  }
}
