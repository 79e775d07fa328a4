/// The hits of `fluid_client --bench`, from the same generator (see its header).
struct RandomHits {
  struct RandomHit {
    let offset: Int
    let drum: Int
    let velocity: Int
  }

  private var state: UInt64
  private let count: Int
  private let every: Int
  private var block = 0
  private let frames: UInt64 = 128

  /// `count` hits in each `every`th block of 128 frames.
  init(seed: UInt64, count: Int, every: Int) {
    state = seed
    self.count = count
    self.every = every
  }

  /// The hits of the next block, by offset.
  mutating func next() -> [RandomHit] {
    defer { block += 1 }
    guard block % every == 0 else { return [] }
    let drawn = (0..<count).map { _ in
      let random = draw()
      return RandomHit(
        offset: Int((random >> 40) % frames), drum: Int((random >> 20 & 0xFFFFF) % 26),
        velocity: 1 + Int((random & 0xFFFFF) % 127))
    }
    // Hits with equal offsets keep their order; the standard library does not guarantee a stable
    // sort.
    return drawn.enumerated().sorted { ($0.1.offset, $0.0) < ($1.1.offset, $1.0) }.map(\.1)
  }

  private mutating func draw() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
