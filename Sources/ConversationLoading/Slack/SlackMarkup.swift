import Glibc

/// Slack's `mrkdwn` as plain text.
///
/// Angle brackets hold references (https://docs.slack.dev/messaging/formatting-message-text): `<@U…>` people,
/// `<#C…>` channels, `<!…>` announcements, groups and dates, everything else links; `&`, `<` and
/// `>` are written as entities.
struct SlackMarkup: Sendable {
  /// The name of a user id.
  var userName: @Sendable (String) -> String?
  /// The name of a channel id.
  var channelName: @Sendable (String) -> String?

  /// Turns references into names and entities into characters.
  func plain(_ text: String) -> String {
    var text = text
    let needsWork = text.withUTF8 { bytes in
      guard let base = bytes.baseAddress else { return false }
      return memchr(base, Int32(UInt8(ascii: "<")), bytes.count) != nil
        || memchr(base, Int32(UInt8(ascii: "&")), bytes.count) != nil
    }
    if !needsWork { return text }
    var output = ""
    output.reserveCapacity(text.utf8.count)
    var rest = text.utf8[...]
    var mayClose = true
    while let mark = rest.firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") })
    {
      output += Substring(rest[..<mark])
      rest = rest[mark...]
      let isReference = mayClose && rest.first == UInt8(ascii: "<")
      let end = isReference ? rest.firstIndex(of: UInt8(ascii: ">")) : nil
      // What is not closed now never will be: the search is not made again.
      if isReference, end == nil { mayClose = false }
      if let end {
        output += reference(Substring(rest[rest.index(after: mark)..<end]))
        rest = rest[rest.index(after: end)...]
      } else if let (character, length) = Self.entity(rest) {
        output.append(character)
        rest = rest.dropFirst(length)
      } else {
        output += Substring(rest.prefix(1))
        rest = rest.dropFirst()
      }
    }
    return output + Substring(rest)
  }

  /// What stands between angle brackets.
  private func reference(_ content: Substring) -> String {
    let parts = content.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let target = parts[0]
    let label = parts.count > 1 ? Self.unescaped(parts[1]) : ""
    switch target.first {
    case "@":
      return "@" + (userName(String(target.dropFirst())) ?? Self.or(label, target.dropFirst()))
    case "#":
      return "#" + (channelName(String(target.dropFirst())) ?? Self.or(label, target.dropFirst()))
    case "!": return announcement(target.dropFirst(), label: label)
    default: return link(Self.unescaped(target), label: label)
    }
  }

  private func announcement(_ target: Substring, label: String) -> String {
    if target.hasPrefix("subteam^") { return Self.or(label, "@" + target.dropFirst(8)) }
    if target.hasPrefix("date^") { return Self.or(label, target) }
    return "@" + target
  }

  /// A link with its label, where that says more than the address.
  private func link(_ address: String, label: String) -> String {
    var plain = Substring(address)
    for scheme in ["mailto:", "tel:", "http://", "https://"] where plain.hasPrefix(scheme) {
      plain = plain.dropFirst(scheme.count)
    }
    if address.hasPrefix("mailto:") || address.hasPrefix("tel:") {
      return label.isEmpty || label == plain ? String(plain) : "\(label) (\(plain))"
    }
    if label.isEmpty || label == address || label == plain { return address }
    return "\(label) (\(address))"
  }

  private static func or(_ label: String, _ other: some StringProtocol) -> String {
    label.isEmpty ? String(other) : label
  }

  /// The text with its entities as characters.
  private static func unescaped(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return String(text) }
    var output = ""
    var rest = text.utf8[...]
    while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
      output += Substring(rest[..<mark])
      rest = rest[mark...]
      let (character, length) = entity(rest) ?? ("&", 1)
      output.append(character)
      rest = rest.dropFirst(length)
    }
    return output + Substring(rest)
  }

  private static func entity(_ text: Substring.UTF8View) -> (Character, length: Int)? {
    for (entity, character) in [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")]
      as [(String, Character)]
    where text.starts(with: entity.utf8) {
      return (character, entity.utf8.count)
    }
    return nil
  }
}
