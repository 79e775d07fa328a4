extension CommandSpec: Encodable {
  private enum Key: String, CodingKey {
    case path, usage, arguments, meaning, examples, aliases, topic, access, touches, stream, urgent
    case connection
  }

  /// An object for pages and programs.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(path, forKey: .path)
    try values.encode(usage, forKey: .usage)
    try values.encode(parameters, forKey: .arguments)
    try values.encode(meaning, forKey: .meaning)
    try values.encode(examples, forKey: .examples)
    if !aliases.isEmpty { try values.encode(aliases, forKey: .aliases) }
    try values.encode(topic, forKey: .topic)
    try values.encode(access, forKey: .access)
    try values.encode(touches.map(\.rawValue).sorted(), forKey: .touches)
    try values.encode(isStream, forKey: .stream)
    try values.encode(isUrgent, forKey: .urgent)
    // Programs that send it by anything else than the control socket are refused.
    if isOfConnection { try values.encode(true, forKey: .connection) }
  }
}
