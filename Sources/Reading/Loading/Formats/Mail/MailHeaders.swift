/// The header fields of a mail (RFC 5322, section 2.2) or of one of its parts.
struct MailHeaders {
  private var fields: [String: [UInt8]] = [:]
  /// The offset of the body.
  private(set) var length = 0

  /// Reads up to the first empty line; of two fields with one name, the first wins.
  init(_ bytes: Bytes) {
    var place = 0
    var name: String?
    while place < bytes.count {
      let (line, next) = bytes.line(at: place)
      place = next
      if line.isEmpty { break }
      if line[0] == 0x20 || line[0] == 0x09 {
        // Indented lines continue a field.
        if let name, fields[name]?.count ?? 0 < 1 << 16 {
          fields[name]?.append(0x20)
          fields[name]?.append(contentsOf: line.trimmed)
        }
        continue
      }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let key = String(decoding: line.part(0, colon), as: UTF8.self).lowercased()
      guard fields[key] == nil, fields.count < 1000 else {
        name = nil
        continue
      }
      name = key
      fields[key] = Array(line.part(from: colon + 1).trimmed)
    }
    length = place
  }

  func raw(_ name: String) -> [UInt8]? { fields[name] }

  /// Returns a field with its encoded words decoded.
  func text(_ name: String) -> String? { fields[name].map { MailEncoding.decode($0) } }

  /// Returns the first part of a field in lower case: `text/plain` of `Text/Plain; charset=utf-8`.
  func kind(_ name: String) -> String? {
    guard let field = fields[name] else { return nil }
    let first = field.prefix { $0 != UInt8(ascii: ";") && $0 > 0x20 }
    return String(decoding: first, as: UTF8.self).lowercased()
  }

  /// The media type in lower case; `text/plain` by default (RFC 2045, section 5.2).
  var contentKind: String { kind("content-type") ?? "text/plain" }

  /// The boundary between the parts of a multipart mail, or nil.
  var boundary: [UInt8]? {
    guard let boundary = parameter("boundary", of: "content-type"), !boundary.isEmpty else {
      return nil
    }
    return Array(boundary.utf8)
  }

  /// Whether the part is marked as an attachment, or is not text.
  var isAttachment: Bool {
    kind("content-disposition") == "attachment" || !contentKind.hasPrefix("text/")
  }

  /// Returns a parameter of a field, such as `charset` of `text/plain; charset="utf-8"` (RFC 2045, section 5.1).
  func parameter(_ wanted: String, of name: String) -> String? {
    guard let field = fields[name] else { return nil }
    var rest = field[...]
    while let semicolon = rest.firstIndex(of: UInt8(ascii: ";")) {
      rest = rest[(semicolon + 1)...].drop { $0 <= 0x20 }
      guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      let key = String(decoding: rest[..<equals], as: UTF8.self).lowercased()
      var value = rest[(equals + 1)...]
      if value.first == UInt8(ascii: "\"") {
        value = value.dropFirst()
        value = value[..<(value.firstIndex(of: UInt8(ascii: "\"")) ?? value.endIndex)]
      } else {
        value = value.prefix { $0 != UInt8(ascii: ";") && $0 > 0x20 }
      }
      if key == wanted { return MailEncoding.decode(Array(value)) }
      rest = rest[value.endIndex...]
    }
    return nil
  }
}
