public import Rhythm

extension Patch {
  /// The patch in a JSON text; `file` is used in errors, and as the name of a patch without one.
  public init(json: [UInt8], file: String) throws(PatchError) {
    self = try PatchDocument(PatchNode(json: json, file: file)).patch
  }

  /// The patch as JSON for people: keys in a fixed order, one line per lane, drum or control, and
  /// no defaults.
  public var json: String { PatchDocument(self).json }
}
