import CExpat

/// Limits on an XML document.
enum XMLLimits {
  /// In bytes.
  static let size = 32 << 20
  /// Elements inside each other.
  static let depth = 32
  /// Elements in all.
  static let elements = 2_000_000
}

extension XMLElement {
  /// The root of a document, read by Expat. Document type declarations, and so entities of one's own
  /// and everything outside the file, are refused.
  init(xml bytes: [UInt8]) throws(HydrogenError) {
    guard bytes.count <= XMLLimits.size else { throw .tooLarge(limit: XMLLimits.size) }
    let bytes = TinyXML.isOne(bytes) ? TinyXML.converted(bytes) : bytes
    self = try XMLTree.root(of: bytes)
  }
}

/// Builds the tree of a document while Expat reads it.
@safe private final class XMLTree {
  private let parser: XML_Parser
  /// The elements that are open, outermost first.
  private var open: [XMLElement] = []
  private var count = 0
  private var root: XMLElement?
  private var problem: HydrogenError?

  private init(_ parser: XML_Parser) { unsafe self.parser = parser }

  static func root(of bytes: [UInt8]) throws(HydrogenError) -> XMLElement {
    guard let parser = unsafe XML_ParserCreate(nil) else { throw .memory }
    defer { unsafe XML_ParserFree(parser) }
    let tree = unsafe XMLTree(parser)
    let status = tree.read(bytes)
    if let problem = tree.problem { throw problem }
    guard status, let root = tree.root else {
      let reason = unsafe XML_ErrorString(XML_GetErrorCode(parser)).map {
        unsafe String(cString: $0)
      }
      throw .xml(reason ?? "no element", line: tree.line)
    }
    return root
  }

  private var line: Int { unsafe Int(XML_GetCurrentLineNumber(parser)) }

  private func read(_ bytes: [UInt8]) -> Bool {
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(
      parser,
      { context, name, _ in unsafe XMLTree.of(context)?.begin(name) },
      { context, _ in unsafe XMLTree.of(context)?.end() })
    unsafe XML_SetCharacterDataHandler(parser) { context, text, count in
      unsafe XMLTree.of(context)?.add(text, Int(count))
    }
    unsafe XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
      unsafe XMLTree.of(context)?.refuse { .documentType(line: $0) }
    }
    return withExtendedLifetime(self) {
      unsafe bytes.withUnsafeBytes { buffer in
        let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        return unsafe XML_Parse(parser, start, Int32(buffer.count), 1) == XML_STATUS_OK
      }
    }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> XMLTree? {
    unsafe context.map { unsafe Unmanaged<XMLTree>.fromOpaque($0).takeUnretainedValue() }
  }

  private func begin(_ name: UnsafePointer<CChar>?) {
    guard problem == nil, let name = unsafe name.map({ unsafe String(cString: $0) }) else { return }
    count += 1
    guard open.count < XMLLimits.depth else { return refuse { .depth(line: $0) } }
    guard count <= XMLLimits.elements else { return refuse { .elementCount(line: $0) } }
    let local = name.split(separator: ":").last.map(String.init) ?? name
    open.append(XMLElement(name: local, line: line))
  }

  private func end() {
    guard problem == nil, var element = open.popLast() else { return }
    element.text = element.text.trimmed
    if open.isEmpty {
      root = element
    } else {
      open[open.count - 1].children.append(element)
    }
  }

  private func add(_ text: UnsafePointer<CChar>?, _ count: Int) {
    guard problem == nil, !open.isEmpty, let text = unsafe text else { return }
    let bytes = unsafe UnsafeRawBufferPointer(start: text, count: count)
    open[open.count - 1].text += unsafe String(decoding: bytes, as: UTF8.self)
  }

  private func refuse(_ reason: (_ line: Int) -> HydrogenError) {
    guard problem == nil else { return }
    problem = reason(line)
    _ = unsafe XML_StopParser(parser, 0)
  }
}

extension String {
  /// Without white space at the ends.
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
