import MusicalTime

/// Grids as text: `16/4` for even steps, a name as in `son` or `2+2+3`, or the length and the
/// markers with their amplitudes where these are not 1, as in `4 beats: 0 1/3=0.8 2/3 1`; with a
/// tempering `4 beats tempered 5:7 1/2`, optionally followed by `amplitudes 1 0.8 …`.
public enum GridNotation {
  /// The grid as text; parses to the same grid.
  public static func text(_ grid: Grid) -> String {
    if let stepsPerBeat = grid.stepsPerBeat { return "\(grid.count)/\(stepsPerBeat)" }
    if let tempering = grid.tempering {
      let amplitudes = grid.markers.map { "\($0.amplitude)" }.joined(separator: " ")
      let isPlain = grid.markers.allSatisfy { $0.amplitude == 1 }
      return "\(grid.length.fraction) beats tempered \(tempering)"
        + (isPlain ? "" : " amplitudes \(amplitudes)")
    }
    let markers = grid.markers.map { marker in
      marker.beat.fraction + (marker.amplitude == 1 ? "" : "=\(marker.amplitude)")
    }
    return "\(grid.length.fraction) beats: \(markers.joined(separator: " "))"
  }

  /// Parses `text`.
  public static func grid(_ text: String) throws(NotationProblem) -> Grid {
    if let border = text.firstRange(of: " tempered ") {
      return try temperedGrid(
        length: try length(String(text[..<border.lowerBound])), text[border.upperBound...])
    }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 1
      ? try namedGrid(text) : try grid(head: String(parts[0]), markers: parts[1])
  }

  /// Parses a preset's name, `16/4`, `17 in 4` or `2+2+3`, as in the command `grid`.
  private static func namedGrid(_ text: String) throws(NotationProblem) -> Grid {
    do { return try Grid(named: text) } catch {
      guard case .noPreset = error else { throw .grid(error) }
      throw .value(
        text,
        expected:
          "steps and steps in a beat as in 16/4, a grid's name as in son, groups as in 2+2+3, "
          + "or markers as in 2 beats: 0 1/3 1")
    }
  }

  private static func grid(
    head: String, markers: Substring
  ) throws(NotationProblem) -> Grid {
    let length = try length(head)
    var read: [Marker] = []
    for word in markers.split(separator: " ") {
      let parts = word.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count <= 2, let beat = Beats(fraction: parts[0]),
        let amplitude = parts.count == 1 ? 1 : Double(parts[1])
      else {
        throw .value(String(word), expected: "a beat as in 4/3, or with its amplitude 4/3=0.8")
      }
      read.append(Marker(beat, amplitude: amplitude))
    }
    do { return try Grid(length: length, markers: read) } catch { throw .grid(error) }
  }

  private static func length(_ head: String) throws(NotationProblem) -> Beats {
    let words = head.split(separator: " ")
    guard words.count == 2, words[1].hasPrefix("beat"), let length = Beats(fraction: words[0])
    else { throw .value(head, expected: "the grid's length as in 7/2 beats") }
    return length
  }

  private static func temperedGrid(
    length: Beats, _ text: Substring
  ) throws(NotationProblem) -> Grid {
    let border = text.firstRange(of: " amplitudes ")
    var amplitudes: [Double] = []
    for word in text[(border?.upperBound ?? text.endIndex)...].split(separator: " ") {
      guard let amplitude = Double(word) else {
        throw .value(String(word), expected: "an amplitude of \(Knob.amplitude.rangeInWords)")
      }
      amplitudes.append(amplitude)
    }
    let tempering: Tempering
    do { tempering = try Tempering(text[..<(border?.lowerBound ?? text.endIndex)]) } catch {
      throw .grid(.tempering(error))
    }
    do {
      return try Grid(length: length, tempering: tempering, amplitudes: amplitudes)
    } catch { throw .grid(error) }
  }
}
