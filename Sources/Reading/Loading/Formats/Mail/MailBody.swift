import Encoding

/// The text of a mail's body (plain text, otherwise HTML), and the names of its attachments.
/// Below: `AttachmentSkipper`, by which attachments are left out while mails are split.
struct MailBody {
  private(set) var text = ""
  private(set) var files: [String] = []
  /// A charset in which the mail's text could not be decoded.
  private(set) var unreadCharset: String?

  /// The greatest depth of nested parts, and the most parts in all.
  private static let (depthLimit, partLimit) = (8, 200)
  private var parts = 0

  init(_ body: Bytes, _ headers: MailHeaders) {
    text = read(body, headers, depth: 0)?.text ?? ""
  }

  /// Returns the text of a part, and whether it is plain text; nil if it has none.
  private mutating func read(
    _ body: Bytes, _ headers: MailHeaders, depth: Int
  ) -> (text: String, isPlain: Bool)? {
    parts += 1
    guard parts <= Self.partLimit else { return nil }
    if headers.contentKind.hasPrefix("multipart/") {
      guard depth < Self.depthLimit, let boundary = headers.boundary else { return nil }
      let inner = Self.split(body, at: boundary).compactMap { part in
        let headers = MailHeaders(part)
        return read(part.part(from: headers.length), headers, depth: depth + 1)
      }
      if headers.contentKind == "multipart/alternative" {
        return inner.first(where: \.isPlain) ?? inner.first
      }
      let text = inner.map(\.text).joined(separator: "\n\n")
      return inner.isEmpty ? nil : (text, inner.allSatisfy(\.isPlain))
    }
    if headers.isAttachment {
      let name =
        headers.parameter("filename", of: "content-disposition")
        ?? headers.parameter("name", of: "content-type")
      if let name, !name.isEmpty { files.append(name) }
      return nil
    }
    let isPlain = headers.contentKind != "text/html"
    let text = decoded(body, headers)
    return text.isEmpty ? nil : (isPlain ? text : HTMLText.plain(text), isPlain)
  }

  private mutating func decoded(_ body: Bytes, _ headers: MailHeaders) -> String {
    let charset = headers.parameter("charset", of: "content-type")
    let bytes =
      switch headers.kind("content-transfer-encoding") {
      case "base64": MailEncoding.base64(body)
      case "quoted-printable": MailEncoding.quotedPrintable(body)
      default: Array(body)
      }
    let plain = bytes.filter { $0 != 0x0D }
    return plain.withUnsafeBufferPointer { bytes in
      // In some charsets, the first bytes look like white space.
      if var text = Charset.string(bytes, charset: charset) {
        return text.withUTF8 { String(decoding: $0.trimmed, as: UTF8.self) }
      }
      unreadCharset = charset?.lowercased() ?? "unknown"
      return MailEncoding.string(bytes.trimmed, charset: charset)
    }
  }

  /// Splits a body at the lines made of `--` and the boundary.
  private static func split(_ body: Bytes, at boundary: [UInt8]) -> [Bytes] {
    var parts: [Bytes] = []
    var start: Int?
    var place = 0
    while place < body.count, parts.count < partLimit {
      let (line, next) = body.line(at: place)
      if line.has("--"), line.part(from: 2).starts(with: boundary) {
        if let start { parts.append(body.part(start, place)) }
        start = next
        if line.part(from: 2 + boundary.count).has("--") { return parts }
      }
      place = next
    }
    // A truncated mail ends in the middle of a part.
    if let start, start < body.count { parts.append(body.part(from: start)) }
    return parts
  }
}

/// Finds the lines of a mail that belong to attachments, whose contents are not read.
struct AttachmentSkipper {
  /// Whether the last line belonged to an attachment.
  private(set) var isSkipping = false
  private var head: [UInt8] = []
  private var isInHead = true
  private var boundaries: [[UInt8]] = []

  /// The longest head of a part that is read, in bytes, and the most boundaries.
  private static let headLimit = 1 << 16
  private static let boundaryLimit = 8

  /// Handles the next line of the mail; returns whether to leave it out.
  mutating func skips(_ line: Bytes) -> Bool {
    if line.has("--"), boundaries.contains(where: { line.part(from: 2).starts(with: $0) }) {
      isSkipping = false
      isInHead = true
      head = []
      return false
    }
    guard isInHead else { return isSkipping }
    if line.isEmpty {
      endHead()
    } else if head.count + line.count < Self.headLimit {
      head.append(contentsOf: line)
      head.append(0x0A)
    }
    return false
  }

  private mutating func endHead() {
    isInHead = false
    let headers = head.withUnsafeBufferPointer { MailHeaders($0) }
    head = []
    if !headers.contentKind.hasPrefix("multipart/") {
      isSkipping = headers.isAttachment
    } else if let boundary = headers.boundary, boundaries.count < Self.boundaryLimit {
      boundaries.append(boundary)
    }
  }
}
