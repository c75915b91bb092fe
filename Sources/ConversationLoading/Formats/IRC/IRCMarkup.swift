/// What logs of IRC put around the words: codes for colours, and HTML in those of PircBot.
enum IRCMarkup {
  /// Whether a line is one of PircBot's: `<span class="irc-date">[10:42]</span> …`.
  static func isHTML(_ line: Bytes) -> Bool { line.has("<span class=\"irc-") }

  /// The line without markup; nil where it has none.
  static func plain(_ line: Bytes) -> [UInt8]? {
    if isHTML(line) { return withoutTags(line) }
    return ControlCodes.contains(line) ? ControlCodes.removed(from: line) : nil
  }

  /// The text between tags, references resolved.
  static func withoutTags(_ line: Bytes) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(line.count)
    var place = 0
    while place < line.count {
      let byte = line[place]
      if byte == UInt8(ascii: "<") {
        let end = line[place...].firstIndex(of: UInt8(ascii: ">")) ?? line.count - 1
        place = end + 1
      } else if byte == UInt8(ascii: "&"),
        let (scalar, length) = CharacterReferences.read(line, at: place, to: line.count)
      {
        plain.append(contentsOf: String(Character(scalar)).utf8)
        place += length
      } else {
        if byte >= 0x20 { plain.append(byte) }
        place += 1
      }
    }
    return plain
  }
}
