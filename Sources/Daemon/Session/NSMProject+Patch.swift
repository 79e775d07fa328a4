import Files
import Foundation
import NSM
import PatchFiles
import Rhythm

/// Why a project cannot be opened, with the session manager's code for it.
struct ProjectError: Error, CustomStringConvertible {
  let code: NSMErrorCode
  let description: String
}

extension NSMProject {
  /// The patch's file, at the project's path.
  var file: String { path + ".json" }

  /// The project's patch; where it has none yet, `template` or an empty bar, saved there at once.
  func patch(from template: String?) throws(ProjectError) -> Patch {
    if FolderListing.holds(file) {
      do throws(PatchError) { return try PatchFile.load(file) } catch {
        throw ProjectError(code: .badProject, description: error.description)
      }
    }
    do throws(PatchError) {
      let files = PatchFiles()
      var (patch, former) = (Patch(), String?.none)
      if let template { (patch, former) = try files.load(template) }
      patch.kit = files.kit(patch.kit, movedFrom: former, to: file)
      let folder = (file as NSString).deletingLastPathComponent
      try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try files.save(patch, to: file)
      return patch
    } catch {
      throw ProjectError(code: .createFailed, description: error.description)
    }
  }
}
