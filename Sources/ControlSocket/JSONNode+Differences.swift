extension JSONNode {
  /// What turns this value into `next`, as the operations of a JSON Patch (RFC 6902): `add`, `remove` and
  /// `replace`. Empty where both are the same. Lists of different lengths are replaced whole.
  public func differences(to next: JSONNode) -> [JSONNode] {
    var operations: [JSONNode] = []
    Self.collect(from: self, to: next, at: "", in: &operations)
    return operations
  }

  private static func collect(
    from old: JSONNode, to new: JSONNode, at path: String, in operations: inout [JSONNode]
  ) {
    guard old != new else { return }
    switch (old, new) {
    case (.object(let before), .object(let after)):
      for key in Set(before.keys).union(after.keys).sorted() {
        let place = path + "/" + escaped(key)
        switch (before[key], after[key]) {
        case (let before?, let after?): collect(from: before, to: after, at: place, in: &operations)
        case (nil, let after?): operations.append(operation("add", place, after))
        default: operations.append(operation("remove", place, nil))
        }
      }
    case (.array(let before), .array(let after)) where before.count == after.count:
      for (index, pair) in zip(before, after).enumerated() {
        collect(from: pair.0, to: pair.1, at: "\(path)/\(index)", in: &operations)
      }
    default: operations.append(operation("replace", path, new))
    }
  }

  private static func operation(_ name: String, _ path: String, _ value: JSONNode?) -> JSONNode {
    var members: [String: JSONNode] = ["op": .string(name), "path": .string(path)]
    members["value"] = value
    return .object(members)
  }

  /// A key as a part of a JSON Pointer (RFC 6901).
  private static func escaped(_ key: String) -> String {
    key.replacing("~", with: "~0").replacing("/", with: "~1")
  }
}

extension JSONNode {
  /// The value with the operations of `differences` carried out; nil where one does not fit.
  public func patched(by operations: [JSONNode]) -> JSONNode? {
    var value = self
    for operation in operations {
      guard case .object(let members) = operation, case .string(let path)? = members["path"],
        case .string(let name)? = members["op"]
      else { return nil }
      let keys = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
        String($0).replacing("~1", with: "/").replacing("~0", with: "~")
      }
      let new = name == "remove" ? nil : members["value"] ?? .null
      guard let changed = value.setting(new, at: Array(keys)[...]) else { return nil }
      value = changed
    }
    return value
  }

  private func setting(_ new: JSONNode?, at keys: ArraySlice<String>) -> JSONNode? {
    guard let key = keys.first else { return new }
    switch self {
    case .object(var members):
      if keys.count == 1 {
        members[key] = new
      } else {
        guard let inner = members[key]?.setting(new, at: keys.dropFirst()) else { return nil }
        members[key] = inner
      }
      return .object(members)
    case .array(var elements):
      guard let index = Int(key), elements.indices.contains(index),
        let inner = keys.count == 1 ? new : elements[index].setting(new, at: keys.dropFirst())
      else { return nil }
      elements[index] = inner
      return .array(elements)
    default: return nil
    }
  }
}
