import Commands
import Control
import Drummer

extension TrainedDrummer {
  /// The drummer in a model's file, by its path or its name, or in the first that is found where
  /// models are; throws what is the matter with it.
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
