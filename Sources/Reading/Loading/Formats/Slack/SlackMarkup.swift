/// Resolves the references and entities in Slack's `mrkdwn`: the names of people and channels. Other marks stay.
///
/// Angle brackets hold references (https://docs.slack.dev/messaging/formatting-message-text): `<@U…>` people, `<#C…>`
/// channels, `<!…>` announcements, groups and dates, and otherwise links. `&`, `<` and `>` are written as entities.
struct SlackMarkup: Sendable {
  var userName: @Sendable (String) -> String?
  var channelName: @Sendable (String) -> String?
  /// The names of people that the export does not list, by id.
  var met: [String: String] = [:]

  func plain(_ text: String) -> String {
    var text = text
    let plain: String? = text.withUTF8 { bytes in
      guard
        bytes.firstIndex(of: UInt8(ascii: "<")) != nil
          || bytes.firstIndex(of: UInt8(ascii: "&")) != nil
      else { return nil }
      var output: [UInt8] = []
      output.reserveCapacity(bytes.count)
      var rest = bytes
      while let open = rest.firstIndex(of: UInt8(ascii: "<")),
        let length = rest.part(from: open + 1).firstIndex(of: UInt8(ascii: ">"))
      {
        Self.write(rest.part(0, open), to: &output)
        write(reference: rest.part(open + 1, open + 1 + length), to: &output)
        rest = rest.part(from: open + length + 2)
      }
      Self.write(rest, to: &output)
      return String(decoding: output, as: UTF8.self)
    }
    return plain ?? text
  }

  private func write(reference content: Bytes, to output: inout [UInt8]) {
    let bar = content.firstIndex(of: UInt8(ascii: "|"))
    let target = content.part(0, bar ?? content.count)
    let label = Self.unescaped(content.part(from: bar.map { $0 + 1 } ?? content.count))
    let rest = target.dropFirst()
    switch target.first {
    case UInt8(ascii: "@")?, UInt8(ascii: "#")?:
      let id = String(decoding: rest, as: UTF8.self)
      output.append(target[0])
      if let name = target[0] == UInt8(ascii: "@") ? userName(id) ?? met[id] : channelName(id) {
        output += name.utf8
      } else {
        output += label.isEmpty ? Array(rest) : label
      }
    case UInt8(ascii: "!")?:
      let (isGroup, isDate) = (target.has("!subteam^"), target.has("!date^"))
      // Slack shows groups and dates by their label.
      if !label.isEmpty, isGroup || isDate {
        output += label
        return
      }
      if !isDate { output.append(UInt8(ascii: "@")) }
      output += isGroup ? target.dropFirst(9) : rest
    // `List<String>`, by programs that do not write brackets as entities.
    case _? where bar == nil && !target.contains(UInt8(ascii: ":")):
      output += Array("<".utf8) + Self.unescaped(content) + Array(">".utf8)
    default: Self.write(link: Self.unescaped(target), label: label, to: &output)
    }
  }

  /// Writes a link, with its label if that differs from the address.
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
      output += label + Array(" (".utf8) + shown + Array(")".utf8)
    }
  }

  private static func unescaped(_ text: Bytes) -> [UInt8] {
    var output: [UInt8] = []
    write(text, to: &output)
    return output
  }

  private static let entities: [(name: StaticString, character: UInt8)] = [
    ("&amp;", UInt8(ascii: "&")), ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")),
  ]

  /// Writes a text with its entities replaced by characters.
  private static func write(_ text: Bytes, to output: inout [UInt8]) {
    var rest = text
    while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
      output += rest.part(0, mark)
      let entity = entities.first { rest.has($0.name, at: mark) }
      output.append(entity?.character ?? UInt8(ascii: "&"))
      rest = rest.part(from: mark + (entity?.name.utf8CodeUnitCount ?? 1))
    }
    output += rest
  }
}
