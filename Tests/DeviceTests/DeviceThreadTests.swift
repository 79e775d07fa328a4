import ALSAGate
import GhostnoteTesting
import Glibc
import RealTime
import Testing

@Suite struct DeviceThreadTests {
  @Test func `without a thread for a device, the error names it and says what to do`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      exhaustThreads()
      do throws(ALSAError) {
        _ = try DeviceThread(name: "ghostnote-pcm", priority: 60) { _ in }
        exit(1)
      } catch {
        let sentence = "pthread_create ghostnote-pcm: \(NamedThread.noneLeft)"
        exit(error.description == sentence ? 7 : 2)
      }
    }
  }
}
