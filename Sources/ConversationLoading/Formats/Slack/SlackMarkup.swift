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
    let plain: String? = text.withUTF8 { bytes in
      guard
        bytes.firstIndex(of: UInt8(ascii: "<")) != nil
          || bytes.firstIndex(of: UInt8(ascii: "&")) != nil
      else { return nil }
      var output: [UInt8] = []
      output.reserveCapacity(bytes.count)
      write(bytes, to: &output)
      return String(decoding: output, as: UTF8.self)
    }
    return plain ?? text
  }

  private func write(_ bytes: Bytes, to output: inout [UInt8]) {
    var start = 0
    var place = 0
    var mayClose = true
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "<"), mayClose {
        guard let end = bytes[place...].firstIndex(of: UInt8(ascii: ">")) else {
          // What is not closed now never will be: the search is not made again.
          mayClose = false
          continue
        }
        output += bytes[start..<place]
        write(reference: Bytes(rebasing: bytes[(place + 1)..<end]), to: &output)
        place = end + 1
        start = place
      } else if byte == UInt8(ascii: "&"), let entity = Entity.at(place, in: bytes) {
        output += bytes[start..<place]
        output.append(entity.character)
        place += entity.length
        start = place
      } else {
        place += 1
      }
    }
    output += bytes[start...]
  }

  /// What stands between angle brackets.
  private func write(reference content: Bytes, to output: inout [UInt8]) {
    let bar = content.firstIndex(of: UInt8(ascii: "|"))
    let target = Bytes(rebasing: content[..<(bar ?? content.count)])
    let label = Self.unescaped(Bytes(rebasing: content[(bar.map { $0 + 1 } ?? content.count)...]))
    let rest = target.dropFirst()
    switch target.first {
    case UInt8(ascii: "@")?, UInt8(ascii: "#")?:
      let id = String(decoding: rest, as: UTF8.self)
      output.append(target[0])
      if let name = target[0] == UInt8(ascii: "@") ? userName(id) : channelName(id) {
        output += name.utf8
      } else {
        output += label.isEmpty ? Array(rest) : label
      }
    case UInt8(ascii: "!")? where !label.isEmpty && Self.isLabelled(rest): output += label
    case UInt8(ascii: "!")? where rest.starts(with: "date^".utf8): output += rest
    case UInt8(ascii: "!")?:
      output.append(UInt8(ascii: "@"))
      output += rest.starts(with: "subteam^".utf8) ? rest.dropFirst(8) : rest
    default: Self.write(link: Self.unescaped(target), label: label, to: &output)
    }
  }

  /// Whether an announcement's label is what people see of it: groups and dates have one.
  private static func isLabelled(_ announcement: Slice<Bytes>) -> Bool {
    announcement.starts(with: "subteam^".utf8) || announcement.starts(with: "date^".utf8)
  }

  /// A link with its label, where that says more than the address.
  private static func write(link address: [UInt8], label: [UInt8], to output: inout [UInt8]) {
    var plain = address[...]
    for scheme in ["mailto:", "tel:", "http://", "https://"] where plain.starts(with: scheme.utf8) {
      plain = plain.dropFirst(scheme.utf8.count)
    }
    let isWeb = !address.starts(with: "mailto:".utf8) && !address.starts(with: "tel:".utf8)
    let shown = isWeb ? address[...] : plain
    if label.isEmpty || plain.elementsEqual(label) || isWeb && label == address {
      output += shown
    } else {
      output += label
      output += " (".utf8
      output += shown
      output.append(UInt8(ascii: ")"))
    }
  }

  /// The text with its entities as characters.
  private static func unescaped(_ text: Bytes) -> [UInt8] {
    guard text.firstIndex(of: UInt8(ascii: "&")) != nil else { return Array(text) }
    var output: [UInt8] = []
    var place = 0
    while place < text.count {
      let entity = Entity.at(place, in: text)
      output.append(entity?.character ?? text[place])
      place += entity?.length ?? 1
    }
    return output
  }

  /// One of the three characters that Slack writes as entities.
  private struct Entity {
    let character: UInt8
    let length: Int

    static func at(_ place: Int, in bytes: Bytes) -> Entity? {
      let rest = bytes[place...].prefix(5)
      if rest.starts(with: "&amp;".utf8) { return Entity(character: UInt8(ascii: "&"), length: 5) }
      if rest.starts(with: "&lt;".utf8) { return Entity(character: UInt8(ascii: "<"), length: 4) }
      if rest.starts(with: "&gt;".utf8) { return Entity(character: UInt8(ascii: ">"), length: 4) }
      return nil
    }
  }
}
