/// Turns member names into safe relative paths in UTF-8.
///
/// - Bytes that are valid UTF-8 are read as such, flagged or not. Other names come from Info-ZIP's Unicode path field
///   if present, else they are read as code page 437.
/// - `\` separates like `/`. A drive (`C:\`, `C:/`), leading separators, empty parts and `.` parts are dropped. So
///   `/a`, `./a`, `C:\a` and `a` are one name.
/// - A name with a `..` part or a NUL is refused, and so is an empty one.
/// - Letter case and Unicode composition are kept. A folder's name ends in `/`.
enum MemberName {
  enum Outcome {
    case appended
    /// The name is that of the top folder, such as `./`.
    case topFolder
    case refused
  }

  /// Appends the normalised form of a name to `names`, unless the name is refused.
  static func append(
    _ raw: UnsafeRawBufferPointer, extra: ExtraFields, to names: inout [UInt8]
  ) -> Outcome {
    if isUTF8(raw) { return appendNormalised(raw, to: &names) }
    if let name = extra.unicodeName(for: raw), isUTF8(name) {
      return appendNormalised(name, to: &names)
    }
    return Array(codePage437(raw).utf8).withUnsafeBytes { appendNormalised($0, to: &names) }
  }

  /// The name as a text for messages, without any check.
  static func text(_ raw: UnsafeRawBufferPointer) -> String {
    isUTF8(raw) ? String(decoding: raw, as: UTF8.self) : codePage437(raw)
  }

  private static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    do {
      _ = try UTF8Span(validating: bytes.bindMemory(to: UInt8.self).span)
      return true
    } catch {
      return false
    }
  }

  private static func appendNormalised(
    _ name: UnsafeRawBufferPointer, to names: inout [UInt8]
  ) -> Outcome {
    let slash = UInt8(ascii: "/")
    let start = names.count
    var index = hasDrive(name) ? 2 : 0
    var isFolder = false
    while index < name.count {
      let first = index
      while index < name.count, !isSeparator(name[index]) {
        guard name[index] != 0 else { return refuse() }
        index += 1
      }
      let part = name.part(first..<index)
      isFolder = index < name.count
      index += 1
      if part.isEmpty || part.count == 1 && part[0] == UInt8(ascii: ".") {
        isFolder = true
        continue
      }
      if part.count == 2, part.allSatisfy({ $0 == UInt8(ascii: ".") }) { return refuse() }
      if names.count > start { names.append(slash) }
      names.append(contentsOf: part)
    }
    guard names.count > start else { return isFolder ? .topFolder : .refused }
    if isFolder { names.append(slash) }
    return .appended

    func refuse() -> Outcome {
      names.removeSubrange(start...)
      return .refused
    }
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
  }

  private static func hasDrive(_ name: UnsafeRawBufferPointer) -> Bool {
    name.count >= 3 && name[1] == UInt8(ascii: ":") && isSeparator(name[2])
      && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(name[0] | 0x20)
  }

  private static func codePage437(_ bytes: UnsafeRawBufferPointer) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      text.append(byte < 0x80 ? UnicodeScalar(byte) : upperHalf[Int(byte) - 0x80])
    }
    return String(text)
  }

  /// The characters of code page 437 from 0x80 on.
  private static let upperHalf = Array(
    ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌"
      + "█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}").unicodeScalars)
}
