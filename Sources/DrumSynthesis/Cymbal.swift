/// A cymbal: uneven partials that build up and ring, noise between them, and the stick, all given
/// octave by octave.
struct Cymbal {
  var body: BandedSound
  /// Prominent partials, a bell's or a ride's ping.
  var ping: [Mode] = []
  var seconds: Double
  /// How much of the room is mixed in.
  var room = 0.05

  func sound(_ strike: Strike) -> Signal {
    var strike = strike
    var sound = body.sound(&strike, seconds: seconds)
    var sung = ping
    for index in sung.indices { sung[index].level *= strike.wander(1.5) }
    if !sung.isEmpty { sound.mix(ModalBank(sung).ring(seconds: seconds)) }
    let toned = sound.filtered(Filter(.high, hertz: 50))
    return Room(sixty: 0.35, level: room, take: strike.take).around(toned)
  }
}
