import JACKClient

/// How many ports of JACK are connected to our `surface_in` and `surface_out`.
struct JACKSurfacePeers {
  /// What a connection changes for the controller on JACK; `toDevice` is the direction of lights.
  enum Change: Hashable {
    case connected(toDevice: Bool)
    /// Nothing is connected in this direction now.
    case disconnected(toDevice: Bool)
  }

  /// The full names of our two ports.
  private let input: String
  private let output: String
  private var (inputs, outputs) = (0, 0)

  /// Nothing is connected yet to the ports of our client, which JACK's server calls `client`.
  init(of client: String) {
    input = "\(client):\(JACKConfiguration.surfaceInput)"
    output = "\(client):\(JACKConfiguration.surfaceOutput)"
  }

  /// Records that JACK connected `source` to `destination` or disconnected it; nil where that
  /// changes nothing. Other clients may have ports that are called like ours.
  mutating func note(
    _ source: String, to destination: String, isConnected: Bool
  ) -> Change? {
    let toDevice = source == output
    guard toDevice || destination == input else { return nil }
    let change = isConnected ? 1 : -1
    if toDevice { outputs += change } else { inputs += change }
    if isConnected { return .connected(toDevice: toDevice) }
    return (toDevice ? outputs : inputs) > 0 ? nil : .disconnected(toDevice: toDevice)
  }
}
