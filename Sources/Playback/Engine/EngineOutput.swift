import Clock
import Ports
import RealTime
import Sequencing

/// All that is sent and sounded: what is decided ahead, what sounds, and what is due in the block. Real-time: yes.
struct EngineOutput: ~Copyable {
  /// The block being made.
  var block: Block
  /// What is decided and not yet due.
  var scheduler: Scheduler
  /// Which notes sound and until when.
  var notes: NoteLedger

  init(
    _ configuration: EngineConfiguration, outgoing: consuming RingWriter<OutgoingEvent>
  ) {
    block = Block(configuration, outgoing: outgoing)
    scheduler = Scheduler(configuration)
    notes = NoteLedger(configuration)
  }
}
