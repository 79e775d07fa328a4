/// The format's name and version, first in every patch.
enum PatchFormat {
  static let name = "ghostnote-patch/"
  static let version = 1
  static let current = "\(name)\(version)"

  /// Throws unless a file is in this format; checked before all else, as a later format may have keys
  /// that this one doesn't.
  static func check(_ root: PatchNode) throws(PatchError) {
    let format = try root.group().required("format").string()
    guard format != current else { return }
    if format.hasPrefix(name), let later = Int(format.dropFirst(name.count)), later > version {
      throw PatchError(file: root.file, .laterFormat(format))
    }
    throw PatchError(file: root.file, .otherFormat(format))
  }
}
