public import PatchFiles
public import Rhythm

extension Patch {
  /// Reads a patch that says its format and then `members`, as if from Patches/foo.json.
  public static func reading(_ members: String) throws(PatchError) -> Patch {
    let text = "{\"format\": \"ghostnote-patch/1\", \(members)}"
    return try Patch(json: Array(text.utf8), file: "Patches/foo.json")
  }
}
