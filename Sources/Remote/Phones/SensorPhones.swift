import Motion
import MusicalTime
import Rhythm

/// Phones whose sensor apps send accelerations by OSC: each has a seat, as a phone that shows the page has,
/// and strikes the drum of its seat by its movement.
///
/// What it strikes is heard as soon as it is here: nothing comes back from such an app that says how long its network
/// takes.
///
/// It belongs to the hub's event loop.
final class SensorPhones {
  /// A phone by its address in the network.
  private struct Phone {
    var detector = StrokeDetector(isEager: true)
    var strokes = Allowance(burst: 16, perSecond: 40)
    var last: HostTime
  }

  /// How long a phone may send nothing before its seat is shown as lost.
  static let silence = HostTime.Interval(nanoseconds: 10_000_000_000)

  private let hub: PhoneHub
  private var phones: [String: Phone] = [:]

  init(_ hub: PhoneHub) { self.hub = hub }

  /// Takes what a phone measured.
  func move(_ sample: SensorReading) {
    let time = HostTime(nanoseconds: sample.time)
    guard (try? appear(sample.source)) != nil else { return }
    phones[sample.source]?.last = PhoneHub.now
    let measured = MotionSample(
      time: time, acceleration: Acceleration(sample.x, sample.y, sample.z))
    guard let stroke = phones[sample.source]?.detector.take(measured),
      phones[sample.source]?.strokes.takes(at: time) == true
    else { return }
    hub.strike(Self.token(sample.source), stroke.velocity(.standard), at: stroke.time)
  }

  /// Gives a phone another drum; throws where it has no seat, or another plays that drum.
  func choose(_ drum: Drum, for source: String) throws(SeatPlan.Refusal) {
    try appear(source)
    try hub.choose(drum, for: Self.token(source))
  }

  /// Notes which phones send no more.
  func look(at now: HostTime) {
    for (source, phone) in phones where phone.last.advanced(by: Self.silence) <= now {
      phones[source] = nil
      hub.loseSensor(Self.token(source))
    }
  }

  /// Takes in a new phone, which then has a seat or waits for one; throws where there are as many as may be.
  private func appear(_ source: String) throws(SeatPlan.Refusal) {
    guard phones[source] == nil else { return }
    guard phones.count < MotionReader.most else { throw .waitingRoomFull }
    try hub.joinSensor(Self.token(source), name: source)
    phones[source] = Phone(last: PhoneHub.now)
  }

  /// No phone that shows the page can have this token: theirs are hexadecimal.
  private static func token(_ source: String) -> String { "osc \(source)" }
}
