public import MusicalTime
import Playback
import Rhythm

/// What can be asked of the transport.
public enum TransportCommand: Sendable, Hashable {
  /// Begin at the top.
  case play
  /// Take up where it stopped.
  case `continue`
  case stop
  /// Play when stopped, stop when rolling.
  case toggle
  /// Move to a beat from the beginning, counted from 0, rounded down to a sixteenth.
  case locate(Beats)
}

/// What can be asked of the patch's tempo.
public enum TempoCommand: Sendable, Hashable {
  case set(Tempo)
  /// Take the tempo from how fast it is asked for again and again.
  case tap
}

/// Commands about the transport and the tempo.
enum TransportRows {
  static let all: [CommandSpec] = [
    CommandSpec("play", does: "play from the beginning") { .transport(.play) }
      .alias("start").access(.play).touching(.transport).urgent,
    CommandSpec("stop", does: "stop; `continue` goes on from here") { .transport(.stop) }
      .access(.play).touching(.transport).urgent,
    CommandSpec("continue", does: "go on from where it stopped") { .transport(.continue) }
      .access(.play).touching(.transport).urgent,
    CommandSpec("toggle", does: "play or stop") { .transport(.toggle) }
      .access(.play).touching(.transport).urgent,
    CommandSpec(engine: "panic", does: "silence everything at once") { .panic }
      .access(.play).urgent,
    CommandSpec("locate", .position, does: "move to a beat, the first is 1", as: "locate 5") {
      .transport(.locate($0))
    }.access(.play).touching(.transport),
    CommandSpec(
      "tempo", .tempo, does: "set the tempo; without a number, show it", as: "tempo 96"
    ) { .tempo(.set($0)) }.touching(.tempo).stream.faded(from: \.tempo.bpm)
      .showing(inSession: { session in
        // The tempo that was set, or that a clock or the song has now.
        let (patch, status) = (session.patch, session.status)
        let isOwn = status.clock.leader == .internal && !(status.isRolling && patch.playsSong)
        return SettingAnswer(
          name: "tempo", value: isOwn ? patch.tempo.bpm : status.tempoBPM, unit: "bpm")
      }),
    CommandSpec("tap", does: "set the tempo by tapping: repeat it on the beat") { .tempo(.tap) }
      .touching(.tempo).undone(as: "tempo").stream,
    CommandSpec(
      editing: "loop", .onOff, does: "repeat the pattern, or stop at its end", as: "loop off"
    ) { patch, loops in patch.pattern.loops = loops }.touching(.music)
      .showing(from: { SettingAnswer(name: "loop", isOn: $0.pattern.loops) }),
  ]
}

extension Parameter where Value == Beats {
  /// A beat from the beginning, which people count from 1.
  fileprivate static var position: Self {
    Parameter<Double>.number("a beat", "BEAT", in: 1...10_000_000).map { beat in
      Beats(units: Int64(((beat - 1) * Double(Beats.unitsPerBeat)).rounded()))
    }
  }
}
