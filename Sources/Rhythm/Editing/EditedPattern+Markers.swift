public import MusicalTime

extension EditedPattern {
  /// Moves the selected markers by `distance`; with `division`, to the nearest multiple of it.
  ///
  /// Throws if markers would meet, pass each other or leave the grid. Without `division` the
  /// inverse shift is exact.
  public mutating func shift(by distance: Beats, snappingTo division: Beats? = nil)
    throws(EditError)
  {
    let scope = scope(.markers)
    let markers = try scope.grid(in: pattern).markers
    try move(
      scope,
      to: scope.numbers.map { number in
        let beat = markers[number].beat + distance
        guard let division, division > .zero else { return beat }
        let half = Beats(units: division.units / 2)
        return division * (beat + half).dividedRoundingDown(by: division)
      })
  }

  /// Multiplies the distances of the selected markers from the fixed point.
  ///
  /// Positions are rounded to the nearest unit, so scaling by 1 or more and then by the inverse
  /// restores them exactly; the other way round it is exact where the distances are divisible.
  public mutating func scale(by ratio: SpeedRatio, from anchor: ScaleAnchor) throws(EditError) {
    let scope = scope(.markers)
    let markers = try scope.grid(in: pattern).markers
    guard let first = scope.numbers.first, let last = scope.numbers.last, first < last else {
      throw .single
    }
    let (start, end) = (markers[first].beat, markers[last].beat)
    let factor = (Int128(ratio.numerator), Int128(ratio.denominator))
    let stretch: (Beats) -> Beats
    switch anchor {
    case .first, .handle(last): stretch = { start + ($0 - start).scaled(by: factor) }
    case .last, .handle(first): stretch = { end - (end - $0).scaled(by: factor) }
    case .handle(let number):
      guard scope.numbers.contains(number) else { throw .notSelected(number) }
      let handle = markers[number].beat
      let moved = start + (handle - start).scaled(by: factor)
      let rest = (Int128((end - moved).units), Int128((end - handle).units))
      guard moved < end else { throw .grid(.order(marker: last, end)) }
      stretch = { beat in
        beat <= handle
          ? start + (beat - start).scaled(by: factor) : end - (end - beat).scaled(by: rest)
      }
    }
    try move(scope, to: scope.numbers.map { stretch(markers[$0].beat) })
  }

  /// Mirrors the gaps between the selected markers; the first and the last keep their positions.
  mutating func reverseMarkers() throws(EditError) {
    let scope = scope(.markers)
    let markers = try scope.grid(in: pattern).markers
    let beats = scope.numbers.map { markers[$0].beat }
    guard let first = beats.first, let last = beats.last else { throw .nothingSelected }
    try move(scope, to: beats.reversed().map { first + last - $0 })
  }

  /// Sets the amplitude, 0 to 1, of the selected markers.
  public mutating func setAmplitude(_ amplitude: Double) throws(EditError) {
    let scope = scope(.markers)
    var amplitudes = try scope.grid(in: pattern).markers.map(\.amplitude)
    for number in scope.numbers { amplitudes[number] = amplitude }
    try replace(amplitudes: amplitudes, of: scope)
  }
}

extension Beats {
  /// The length times `ratio`, to the nearest unit; all numbers are positive.
  fileprivate func scaled(by ratio: (numerator: Int128, denominator: Int128)) -> Beats {
    let doubled = Int128(units) * ratio.numerator * 2 + ratio.denominator
    return Beats(units: Int64(doubled / (ratio.denominator * 2)))
  }
}
