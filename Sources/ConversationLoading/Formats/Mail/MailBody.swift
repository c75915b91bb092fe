/// The words of a mail's body: its plain text, else its HTML, and the names of the files with it.
struct MailBody {
  private(set) var text = ""
  private(set) var files: [String] = []
  /// A charset in which text of the mail could not be read.
  private(set) var unreadCharset: String?
  private var hasPlain = false

  /// Parts inside each other that are looked into, and parts in all.
  private static let depthLimit = 8
  private static let partLimit = 200
  private var parts = 0

  init(_ body: Bytes, _ headers: MailHeaders) {
    read(body, headers, depth: 0)
  }

  private mutating func read(_ body: Bytes, _ headers: MailHeaders, depth: Int) {
    parts += 1
    guard parts <= Self.partLimit else { return }
    let kind = headers.kind("content-type") ?? "text/plain"
    if kind.hasPrefix("multipart/") {
      guard depth < Self.depthLimit,
        let boundary = headers.parameter("boundary", of: "content-type"),
        !boundary.isEmpty
      else { return }
      for part in Self.split(body, at: Array(boundary.utf8)) {
        let inner = MailHeaders(part)
        read(part.part(from: inner.length), inner, depth: depth + 1)
      }
      return
    }
    let isAttachment = headers.kind("content-disposition") == "attachment"
    if isAttachment || !kind.hasPrefix("text/") {
      let name =
        headers.parameter("filename", of: "content-disposition")
        ?? headers.parameter("name", of: "content-type")
      if let name, !name.isEmpty { files.append(name) }
      return
    }
    let isPlain = kind != "text/html"
    // Of two wordings of one text the plain one counts.
    guard isPlain ? true : !hasPlain && text.isEmpty else { return }
    let decoded = decoded(body, headers)
    if isPlain {
      text = hasPlain ? text + "\n\n" + decoded : decoded
      hasPlain = true
    } else {
      text = HTMLText.plain(decoded)
    }
  }

  private mutating func decoded(_ body: Bytes, _ headers: MailHeaders) -> String {
    let charset = headers.parameter("charset", of: "content-type")
    let bytes: [UInt8]
    switch headers.kind("content-transfer-encoding") {
    case "base64": bytes = MailWords.base64(body)
    case "quoted-printable": bytes = MailWords.quotedPrintable(body)
    default: bytes = Array(body)
    }
    let plain = bytes.filter { $0 != 0x0D }
    return plain.withUnsafeBufferPointer { bytes in
      // Some charsets begin with what looks like white space.
      if var text = Charset.string(bytes, charset: charset) {
        return text.withUTF8 { String(decoding: $0.trimmed, as: UTF8.self) }
      }
      unreadCharset = charset?.lowercased() ?? "that they do not name"
      return MailWords.string(bytes.trimmed, charset: charset)
    }
  }

  /// The parts between lines that are `--` and the boundary.
  private static func split(_ body: Bytes, at boundary: [UInt8]) -> [Bytes] {
    var parts: [Bytes] = []
    var start: Int?
    var place = 0
    while place < body.count, parts.count < partLimit {
      let feed = body[place...].firstIndex(of: 0x0A) ?? body.count
      let line = body.part(place, feed)
      if line.has("--"), line.part(from: 2).starts(with: boundary) {
        if let start { parts.append(body.part(start, place)) }
        start = min(feed + 1, body.count)
        if line.part(from: 2 + boundary.count).has("--") { return parts }
      }
      place = feed + 1
    }
    // A mail that breaks off ends in the middle of a part.
    if let start, start < body.count { parts.append(body.part(from: start)) }
    return parts
  }
}
