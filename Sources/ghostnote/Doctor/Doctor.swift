import ALSAAudio
import ALSAGate
import ALSASequencer
import Files
import FluidSynthesizer
import Foundation
import JACKClient
import MusicalTime
import PatchFiles
import Shell

/// The checks of `ghostnote doctor`.
enum Doctor {
  /// The sequencer and the permission to use it.
  static var midi: [Finding] { [sequencer, audioGroup] }

  /// Audio outputs.
  static var sound: [Finding] { [jack, soundCard] }

  /// Settings that affect timing.
  static var timing: [Finding] {
    [realTimePriority, lockedMemory, processorClock, networkLoops, timer]
  }

  /// Installed files.
  static var files: [Finding] { [soundFont, patches] }

  private static var sequencer: Finding {
    do {
      let count = try SequencerPorts.list().count
      return Finding(
        subject: "ALSA sequencer", state: .good,
        found: "/dev/snd/seq opens, \(count.counted("port"))")
    } catch {
      return Finding(
        subject: "ALSA sequencer", state: .bad, found: error.reason,
        remedy: error.advice ?? "sudo modprobe snd-seq")
    }
  }

  private static var audioGroup: Finding {
    let subject = "audio group"
    guard getuid() != 0 else {
      return Finding(subject: subject, state: .good, found: "root may open every device")
    }
    guard let group = unsafe getgrnam("audio") else {
      return Finding(
        subject: subject, state: .fair, found: "this system has no audio group",
        remedy: "make sure that your user can open /dev/snd/*")
    }
    var members = [gid_t](repeating: 0, count: 256)
    let count = unsafe getgroups(256, &members)
    let isMember = unsafe members.prefix(Int(max(count, 0))).contains(group.pointee.gr_gid)
    let user = NSUserName()
    return isMember
      ? Finding(subject: subject, state: .good, found: "\(user) is in it")
      : Finding(
        subject: subject, state: .fair, found: "\(user) is not in it",
        remedy: "sudo usermod -aG audio \(user), then log in again")
  }

  private static var jack: Finding {
    do {
      let format = try JACKPorts.format()
      return Finding(
        subject: "JACK", state: .good,
        found: "running at \(format.sampleRate) Hz, \(format.period) frames")
    } catch {
      return Finding(
        subject: "JACK", state: .fair, found: "\(error)",
        remedy: "jackd -d alsa -r 48000 -p 128, or with PipeWire: sudo apt install pipewire-jack, "
          + "then pw-jack ghostnote run")
    }
  }

  private static var soundCard: Finding {
    let cards = PCMDevices.list()
    guard let first = cards.first else {
      return Finding(
        subject: "sound card", state: .fair, found: "none with playback",
        remedy: "plug one in, or play into a file: --audio wav:PATH")
    }
    guard PCMDevices.hasPlayback() else {
      return Finding(
        subject: "sound card", state: .fair,
        found: "\(first.cardName) exists, but ALSA's default device cannot be opened",
        remedy: "select it, with conversion by ALSA: --audio alsa --alsa-device plug\(first.device)"
      )
    }
    return Finding(
      subject: "sound card", state: .good, found: cards.map(\.cardName).joined(separator: ", "))
  }

  private static var soundFont: Finding {
    do {
      let file = try SoundFontSearch().find()
      let offer = FreeKit.offer.map { "; \($0)" } ?? ""
      return Finding(
        subject: "SoundFont", state: .good, found: "\(file.path) (\(file.name))\(offer)")
    } catch {
      return Finding(
        subject: "SoundFont", state: .bad, found: "\(error)", remedy: making(kit: "kit.sf2"))
    }
  }

  /// A line for a shell that makes a SoundFont called `kit` where it is found, whether its folder is there yet
  /// or not.
  private static func making(kit: String) -> String {
    guard let folder = DataFolders(of: "SoundFonts").own else {
      return "set HOME, and run ghostnote doctor again"
    }
    let file = "\(folder)/\(kit)"
    return "mkdir -p \(folder.quotedForShell) && "
      + "ghostnote soundfont make -o \(file.quotedForShell)"
  }

  private static var patches: Finding {
    let names = PatchFiles().factoryNames
    let own = DataFolders(of: "Patches").own.map { ", or in \($0)" } ?? ""
    return names.isEmpty
      ? Finding(
        subject: "patches", state: .fair, found: "no factory patches found",
        remedy: "keep Patches/ beside the program\(own)")
      : Finding(subject: "patches", state: .good, found: names.joined(separator: ", "))
  }
}
