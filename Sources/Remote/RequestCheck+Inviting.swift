import Commands
import ControlSocket
import NIOHTTP1
import QRCodes

extension RequestCheck {
  /// How others join, for those who may play; the authority's certificate, which is for everybody.
  func invitation(at path: String, _ request: Request) -> PageResponse? {
    switch path {
    // A page that shows how others join also runs where no other device is let in.
    case "/join.json" where grants == nil && access(of: request) != nil:
      PageResponse(.ok, json: .object([:]))
    case "/join.json": joining(request) { PageResponse(.ok, json: $0.json) }
    case "/join.svg":
      joining(request) { invitation in
        let wantsSecure = request.head.uri.hasSuffix("?secure")
        guard let link = wantsSecure ? invitation.securePhone : invitation.phone,
          let code = QRCode(link)
        else { return PageResponse(.notFound, "no such link") }
        return PageResponse(type: "image/svg+xml", Array(code.svg.utf8))
      }
    case "/ca.crt": certificate
    case "/trust.json":
      PageResponse(
        .ok,
        json: .object([
          "fingerprint": addresses.secure?.fingerprint.map { .string($0) } ?? .null,
          "secure": addresses.base(isSecure: true).map { .string($0) } ?? .null,
        ]))
    default: nil
    }
  }

  private func joining(
    _ request: Request, _ response: (Invitation) -> PageResponse
  ) -> PageResponse {
    guard let access = access(of: request) else { return .unknownVisitor }
    guard let grants, access >= grants.level(of: .phone) else {
      return PageResponse(.forbidden, "phones join with --lan")
    }
    return response(Invitation(addresses, grants))
  }

  private var certificate: PageResponse {
    guard let bytes = addresses.secure?.authority else {
      return PageResponse(.notFound, "no certificate to be installed")
    }
    return PageResponse(type: "application/x-x509-ca-cert", bytes)
  }

  /// The links by http for phones and the owner's devices; empty where there are none, or not yet.
  var linkLines: [String] {
    guard let invitation = grants.map({ Invitation(addresses, $0) }),
      let ownerLine = invitation.ownerLine
    else { return [] }
    return [invitation.phoneLine, ownerLine]
  }

  /// What is said of https once it can be had.
  var secureLines: [String] {
    guard let invitation = grants.map({ Invitation(addresses, $0) }) else { return [] }
    var lines: [String] = []
    if let link = invitation.securePhone, link != invitation.phone {
      lines.append("phones, with motion: \(link)")
    }
    if let fingerprint = addresses.secure?.fingerprint, invitation.secureOwner != nil,
      let base = addresses.base(isSecure: false)
    {
      lines.append("certificate to install for that: \(base)/trust.html")
      lines.append("its SHA-256 fingerprint: \(fingerprint)")
    }
    return lines
  }
}

/// The links by which others join.
public struct Invitation: Sendable, Hashable {
  /// For phones: by http, and by https where motion is allowed; nil where phones may not play.
  public var phone: String?
  public var securePhone: String?
  /// For the owner's other devices.
  public var owner: String?
  public var secureOwner: String?

  init(_ addresses: ServedAddresses, _ grants: Grants) {
    let link = { (link: Grants.Link, isSecure: Bool) in
      addresses.link(link, grants.token(of: link), isSecure: isSecure)
    }
    // A phone that may not play has nothing to do.
    let mayPlay = grants.level(of: .phone) >= .play
    phone = mayPlay ? link(.phone, false) : nil
    securePhone = mayPlay ? link(.phone, true) : nil
    owner = link(.owner, false)
    secureOwner = link(.owner, true)
  }

  /// The link for phones by http in a line, or why there is none.
  public var phoneLine: String {
    "phones: \(phone ?? "none may play; that needs --access play or more")"
  }

  /// The link for the owner's other devices by http in a line.
  public var ownerLine: String? { owner.map { "owner's devices: \($0)" } }

  /// For phones only, with the modules of each QR code, row by row.
  var json: JSONNode {
    let text = { (value: String?) -> JSONNode in value.map { .string($0) } ?? .null }
    let rows = { (value: String?) -> JSONNode in
      .array((value.flatMap { QRCode($0) }?.rows ?? []).map { .string($0) })
    }
    return .object([
      "phone": text(phone), "rows": rows(phone), "securePhone": text(securePhone),
      "secureRows": rows(securePhone),
    ])
  }
}
