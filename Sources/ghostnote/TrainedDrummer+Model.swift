import Control
import Drummer

extension TrainedDrummer {
  /// The drummer in a model's file; throws what is the matter with it.
  init(model path: String?) throws(CommandError) {
    guard let path else { throw CommandError("there is no model here: name one with --model") }
    let file: ModelFile
    do throws(ModelError) { file = try ModelFile(path: path) } catch {
      throw CommandError("\(error)")
    }
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
