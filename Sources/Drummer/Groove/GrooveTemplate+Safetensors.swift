import Rhythm

/// Templates as tensors of bytes.
extension GrooveTemplate {
  /// The most templates in a file.
  public static let limit = 4096
  private static let cellsName = "grooves.cells"
  private static let piecesName = "grooves.pieces"
  private static let openingsName = "grooves.openings"
  private static let barsName = "grooves.bars"
  private static let pieceWidth = 3
  /// With a second byte of the style.
  private static let widePieceWidth = 4
  private static let hitWidth = 4
  /// The first row of a style that needs the second byte: in the first this stands for no style.
  private static let wideStyle = 255
  /// No style, in two bytes.
  private static let noStyle = 0xFFFF

  /// What a file stores of `templates`: all of them, or `limit`, evenly spaced, in their order.
  public static func storable(
    _ templates: [GrooveTemplate], limit: Int = Self.limit
  ) -> [GrooveTemplate] {
    guard templates.count > limit else { return templates }
    return (0..<limit).map { templates[$0 * templates.count / limit] }
  }

  /// The tensors of what is `storable` of `all` templates; none if there are none.
  static func tensors(of all: [GrooveTemplate]) -> [String: Safetensors.Tensor] {
    let templates = storable(all)
    guard !templates.isEmpty else { return [:] }
    let isWide = templates.contains { ($0.style ?? 0) >= wideStyle }
    let width = isWide ? widePieceWidth : pieceWidth
    let most = templates.map(\.opening.count).max() ?? 0
    func tensor(_ shape: [Int], _ bytes: (GrooveTemplate) -> [UInt8]) -> Safetensors.Tensor {
      Safetensors.Tensor(
        shape: [templates.count] + shape, values: templates.flatMap { bytes($0).map(Float.init) },
        isBytes: true)
    }
    var tensors = [
      cellsName: tensor([cellCount, GrooveCell.width]) { $0.cells.flatMap(\.values) },
      piecesName: tensor([width]) { $0.summary(width) },
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
    let width = pieces.shape.last == widePieceWidth ? widePieceWidth : pieceWidth
    guard (1...limit).contains(count) else {
      throw .size(path: path, tensor: piecesName, found: pieces.shape, limits: [limit, width])
    }
    let openings = file.tensors[openingsName]?.shape ?? []
    let most = openings.count == 3 ? openings[1] : 0
    guard most <= openingLimit else {
      throw .size(
        path: path, tensor: openingsName, found: openings, limits: [limit, openingLimit, hitWidth])
    }
    let summary = try bytes(piecesName, [count, width], file, path)
    let cells = try bytes(cellsName, [count, cellCount, GrooveCell.width], file, path)
    let hits = try bytes(openingsName, [count, most, hitWidth], file, path)
    // Models that were made before have none.
    let bars =
      file.tensors[barsName] == nil
      ? nil : try bytes(barsName, [count, openingBars, cellCount], file, path)
    return (0..<count).map { index in
      var template = GrooveTemplate(
        summary: row(summary, index, width), styleCount: styleCount,
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

  /// The first byte of the style, half the tempo, four times the hits of a bar, and of four bytes the second
  /// of the style. All of a style's bytes are 255 for none.
  private func summary(_ width: Int) -> [UInt8] {
    let row = style ?? Self.noStyle
    let bytes = [
      UInt8(truncatingIfNeeded: row), UInt8(min(max(bpm / 2, 0), 255)),
      UInt8(min(hitsPerBar * 4, 255)), UInt8(truncatingIfNeeded: row >> 8),
    ]
    return Array(bytes.prefix(width))
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
    self.init(
      style: Self.style(summary, count: styleCount), bpm: 2 * Double(max(summary[base + 1], 10)),
      hitsPerBar: Float(summary[base + 2]) / 4,
      cells: (0..<Self.cellCount).map { index in
        GrooveCell(cells[(cells.startIndex + index * width)...].prefix(width))
      },
      opening: Self.tokens(opening))
  }

  /// The row of the style in a template's bytes; nil for none of `count`.
  private static func style(_ summary: ArraySlice<UInt8>, count: Int) -> Int? {
    let first = Int(summary[summary.startIndex])
    var row = first == wideStyle ? noStyle : first
    if summary.count == widePieceWidth {
      row = first | Int(summary[summary.startIndex + pieceWidth]) << 8
    }
    return row < count ? row : nil
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
