import Control
import Drummer

extension TrainedDrummer {
  /// Loads a drummer from a model file given by path or name, or from the first one found; throws
  /// the reason if it cannot be loaded.
  init(model name: String?) throws(CommandError) {
    let path: String
    let file: ModelFile
    do throws(ModelError) {
      path = try ModelSearch(explicit: name).find()
      file = try ModelFile(path: path)
    } catch { throw CommandError("\(error)") }
    switch file {
    case .drummer(let model):
      let tables = DrummerTables(model)
      self.init(
        name: model.card.name.isEmpty ? path : "\(model.card.name) of \(path)",
        styles: model.styles, beginning: Performer(tables), hand: tables)
    case .classic(let model):
      self.init(
        name: "the classic drummer of \(path)", styles: [],
        beginning: ClassicPerformer(model, seed: 0))
    }
  }
}
