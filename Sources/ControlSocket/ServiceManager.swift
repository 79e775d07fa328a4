import Glibc

/// The service manager that started this process: systemd, with `Type=notify`.
public enum ServiceManager {
  /// Sends `state`, such as `READY=1` or `STOPPING=1`, to the socket that `path` names: a path, or a
  /// name after `@`. Does nothing without one, or where it is not listened to.
  ///
  /// Source: sd_notify(3).
  public static func notify(_ state: String, at path: String?) {
    guard let path, path.hasPrefix("/") || path.hasPrefix("@"),
      path.utf8.count < SocketAddress.longest
    else { return }
    let file = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | SocketAddress.closeOnExec, 0)
    guard file >= 0 else { return }
    defer { close(file) }
    let bytes = Array(state.utf8)
    _ = unsafe SocketAddress.withAddress(of: path) { address, size in
      Int32(unsafe sendto(file, bytes, bytes.count, Int32(MSG_NOSIGNAL), address, size))
    }
  }

  /// The same at `$NOTIFY_SOCKET`.
  public static func notify(_ state: String) {
    notify(state, at: unsafe getenv("NOTIFY_SOCKET").map { unsafe String(cString: $0) })
  }
}
