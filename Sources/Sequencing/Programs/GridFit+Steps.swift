import MusicalTime

extension GridFit {
  /// A step of its own for each of `beats`, which are sorted, distinct and within the length: the
  /// nearest, or of two beats near one step the other neighbouring step for one of them. Nil if
  /// that is not enough.
  func steps(for beats: [Beats]) -> [Int]? {
    let choices = beats.map(choices)
    let nearest = choices.map(\.nearest)
    let meetings = zip(nearest, nearest.dropFirst()).count { $0 >= $1 }
    guard meetings > 0 else { return nearest }
    guard let steps = Self.ascending(choices) else { return nil }
    // More would put beats on other steps for the sake of a distant one.
    return zip(steps, nearest).count { $0 != $1 } <= meetings ? steps : nil
  }

  /// The one or two steps around a beat.
  private func choices(_ beat: Beats) -> StepChoices {
    let first = min(max(beat.dividedRoundingDown(by: step), 0), count - 1)
    let share = (beat - step * first).inBeats / step.inBeats
    guard share > 0, first + 1 < count else { return StepChoices(first: Int(first), costs: [0]) }
    // To leave the nearest step costs more than any distance.
    let isLater = share >= 0.5
    return StepChoices(
      first: Int(first),
      costs: [share * share + (isLater ? 4 : 0), (1 - share) * (1 - share) + (isLater ? 0 : 4)])
  }

  /// The choices of the least total cost with which every step is later than the one before, found
  /// from the first beat to the last and read from the last to the first; nil if there are none.
  private static func ascending(_ choices: [StepChoices]) -> [Int]? {
    var sums: [[Double]] = []
    var origins: [[Int]] = []
    for (index, choice) in choices.enumerated() {
      let earlier =
        index == 0 ? StepChoices(first: choice.first - 1, costs: [0]) : choices[index - 1]
      let before = sums.last ?? [0]
      let best = choice.costs.indices.map { place in
        before.indices.filter { earlier.first + $0 < choice.first + place }.min {
          before[$0] < before[$1]
        }
      }
      origins.append(best.map { $0 ?? 0 })
      sums.append(
        zip(choice.costs, best).map { cost, from in from.map { before[$0] + cost } ?? .infinity })
    }
    guard let last = sums.last, var place = last.indices.min(by: { last[$0] < last[$1] }),
      last[place].isFinite
    else { return nil }
    var steps: [Int] = []
    for (choice, origin) in zip(choices, origins).reversed() {
      steps.append(choice.first + place)
      place = origin[place]
    }
    return steps.reversed()
  }
}

/// Steps next to each other, from `first` on, that a beat may have, and the cost of each.
private struct StepChoices {
  let first: Int
  let costs: [Double]

  var nearest: Int { first + (costs.count > 1 && costs[1] < costs[0] ? 1 : 0) }
}
