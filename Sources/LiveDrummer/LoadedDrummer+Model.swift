import Drummer

extension LoadedDrummer {
  /// The drummer in a model file, by path or name; nil takes the first in the folders of models.
  /// Throws if it can't be read.
  public init(model name: String?) throws(DrummerError) {
    let path: String
    let file: ModelFile
    do throws(ModelError) {
      path = try ModelSearch(explicit: name).find()
      file = try ModelFile(path: path)
    } catch { throw DrummerError("\(error)") }
    switch file {
    case .drummer(let model):
      let tables = DrummerTables(model)
      self.init(
        name: model.card.name.isEmpty ? path : "\(model.card.name) of \(path)",
        styles: model.styles, beginning: Performer(tables), humanisingTables: tables)
    case .classic(let model):
      self.init(
        name: "the classic drummer of \(path)", styles: [],
        beginning: ClassicPerformer(model, seed: 0))
    }
  }
}
