import Rhythm

/// Templates as tensors of bytes.
extension GrooveTemplate {
  /// The most templates in a file.
  static let limit = 4096
  private static let cellsName = "grooves.cells"
  private static let piecesName = "grooves.pieces"
  private static let openingsName = "grooves.openings"
  private static let barsName = "grooves.bars"
  private static let pieceWidth = 3
  private static let hitWidth = 4

  /// The tensors of `templates`; none if there are none.
  static func tensors(of templates: [GrooveTemplate]) -> [String: Safetensors.Tensor] {
    guard !templates.isEmpty else { return [:] }
    let most = templates.map(\.opening.count).max() ?? 0
    func tensor(_ shape: [Int], _ bytes: (GrooveTemplate) -> [UInt8]) -> Safetensors.Tensor {
      Safetensors.Tensor(
        shape: [templates.count] + shape, values: templates.flatMap { bytes($0).map(Float.init) },
        isBytes: true)
    }
    var tensors = [
      cellsName: tensor([cellCount, GrooveCell.width]) { $0.cells.flatMap(\.values) },
      piecesName: tensor([pieceWidth]) { $0.summary },
      openingsName: tensor([most, hitWidth]) { $0.openingBytes(most) },
    ]
    if templates.allSatisfy({ !$0.barShares.isEmpty }) {
      tensors[barsName] = tensor([openingBars, cellCount]) { $0.barShares }
    }
    return tensors
  }

  /// The templates in `file`; none if it has none.
  static func templates(
    in file: Safetensors, styleCount: Int, path: String
  ) throws(ModelError) -> [GrooveTemplate] {
    guard let pieces = file.tensors[piecesName] else { return [] }
    let count = pieces.shape.first ?? 0
    guard (1...limit).contains(count) else {
      throw .size(path: path, tensor: piecesName, found: pieces.shape, limits: [limit, pieceWidth])
    }
    let openings = file.tensors[openingsName]?.shape ?? []
    let most = openings.count == 3 ? openings[1] : 0
    guard most <= openingLimit else {
      throw .size(
        path: path, tensor: openingsName, found: openings, limits: [limit, openingLimit, hitWidth])
    }
    let summary = try bytes(piecesName, [count, pieceWidth], file, path)
    let cells = try bytes(cellsName, [count, cellCount, GrooveCell.width], file, path)
    let hits = try bytes(openingsName, [count, most, hitWidth], file, path)
    // Models that were made before have none.
    let bars =
      file.tensors[barsName] == nil
      ? nil : try bytes(barsName, [count, openingBars, cellCount], file, path)
    return (0..<count).map { index in
      var template = GrooveTemplate(
        summary: row(summary, index, pieceWidth), styleCount: styleCount,
        cells: row(cells, index, cellCount * GrooveCell.width),
        opening: row(hits, index, most * hitWidth))
      if let bars { template.barShares = Array(row(bars, index, openingBars * cellCount)) }
      return template
    }
  }

  private static let cellCount = Vocabulary.stepsPerBar * Vocabulary.drumCount

  private static func bytes(
    _ name: String, _ shape: [Int], _ file: Safetensors, _ path: String
  ) throws(ModelError) -> [UInt8] {
    try file.checkShape(of: name, is: shape, path: path)
    return try file.values(of: name, shape: shape, path: path).map {
      UInt8(min(max($0.rounded(), 0), 255))
    }
  }

  private static func row(_ bytes: [UInt8], _ index: Int, _ width: Int) -> ArraySlice<UInt8> {
    bytes[(index * width)...].prefix(width)
  }

  /// Style (255 for none), half the tempo, and four times the hits of a bar.
  private var summary: [UInt8] {
    [
      UInt8(min(style ?? 255, 255)), UInt8(min(max(bpm / 2, 0), 255)),
      UInt8(min(hitsPerBar * 4, 255)),
    ]
  }

  /// Step, drum, offset and velocity of each hit, filled up to `count` hits of velocity 0.
  private func openingBytes(_ count: Int) -> [UInt8] {
    let bytes = opening.flatMap {
      [UInt8(clamping: $0.step), $0.token.drum, $0.token.offset, $0.velocity]
    }
    return bytes + [UInt8](repeating: 0, count: count * Self.hitWidth - bytes.count)
  }

  private init(
    summary: ArraySlice<UInt8>, styleCount: Int, cells: ArraySlice<UInt8>,
    opening: ArraySlice<UInt8>
  ) {
    let (base, width) = (summary.startIndex, GrooveCell.width)
    let style = Int(summary[base])
    self.init(
      style: style < styleCount ? style : nil, bpm: 2 * Double(max(summary[base + 1], 10)),
      hitsPerBar: Float(summary[base + 2]) / 4,
      cells: (0..<Self.cellCount).map { index in
        GrooveCell(cells[(cells.startIndex + index * width)...].prefix(width))
      },
      opening: Self.tokens(opening))
  }

  /// The hits with a velocity; those that no drummer could play are dropped.
  private static func tokens(_ bytes: ArraySlice<UInt8>) -> [PlacedToken] {
    var last = 0
    var tokens: [PlacedToken] = []
    for at in stride(from: bytes.startIndex, to: bytes.endIndex, by: hitWidth) {
      let (step, drum, offset) = (Int(bytes[at]), bytes[at + 1], bytes[at + 2])
      let velocity = bytes[at + 3]
      let isSound =
        Velocity.range.contains(Int(velocity)) && Int(drum) < Vocabulary.drumCount
        && Int(offset) < Vocabulary.ticksPerStep && step >= last
        && step < openingBars * Vocabulary.stepsPerBar
      guard isSound else { continue }
      let token = Token(
        wait: UInt8(min(step - last, Token.longestWait)), drum: drum, offset: offset,
        velocity: velocity >> 2)
      tokens.append(PlacedToken(token: token, step: step, velocity: velocity))
      last = step
    }
    return tokens
  }
}
