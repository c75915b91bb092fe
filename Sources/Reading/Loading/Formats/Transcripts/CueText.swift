import Encoding

/// The text of a cue, split by speaker.
struct CueText {
  /// The words of one speaker.
  struct Part: Equatable {
    /// The speaker, or nil if the cue does not name one.
    var speaker: [UInt8]?
    var text: [UInt8]
  }

  private(set) var parts: [Part] = []
  private var current = Part(speaker: nil, text: [])

  /// Reads a cue; with `namesSpeakers`, `Name:` at its beginning is the speaker.
  init(_ bytes: Bytes, namesSpeakers: Bool) {
    var place = 0
    var braces = ForwardSearch("}")
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "<"), let end = Self.endOfTag(bytes, at: place) {
        take(tag: bytes.part(place + 1, end))
        place = end + 1
      } else if byte == UInt8(ascii: "{"), bytes.has("{\\an", at: place),
        let end = braces.first(in: bytes, from: place)
      {
        place = end + 1
      } else if byte == UInt8(ascii: "&"),
        let (scalar, length) = CharacterReferences.read(bytes, at: place)
      {
        current.text.append(contentsOf: scalar.utf8)
        place += length
      } else {
        // A broken line continues, but each side of a dialogue keeps its own line.
        let isJoint = byte == 0x0A && !bytes.has("- ", at: place + 1)
        current.text.append(isJoint ? 0x20 : byte)
        place += 1
      }
    }
    endPart()
    if namesSpeakers, parts.count == 1, parts[0].speaker == nil {
      let (name, text) = parts[0].text.withUnsafeBufferPointer { bytes in
        SpeakerName.split(bytes).map { (Array($0.name), Array($0.text)) } ?? (nil, Array(bytes))
      }
      parts[0] = Part(speaker: name, text: text)
    }
  }

  private mutating func take(tag: Bytes) {
    if tag.first == UInt8(ascii: "v"), tag.count > 1, tag[1] == 0x20 || tag[1] == UInt8(ascii: ".")
    {
      endPart()
      let name = tag.part(from: tag.firstIndex(of: 0x20) ?? tag.count).trimmed
      if !name.isEmpty {
        let plain = CharacterReferences.resolve(TextEncoding.string(name))
        current.speaker = Array(plain.utf8)
      }
    } else if tag.has("/v"), tag.count == 2 {
      endPart()
    }
  }

  private mutating func endPart() {
    let text = current.text.withUnsafeBufferPointer { Self.singleSpaced($0.trimmed) }
    if !text.isEmpty { parts.append(Part(speaker: current.speaker, text: text)) }
    current = Part(speaker: nil, text: [])
  }

  private static func singleSpaced(_ bytes: Bytes) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    for byte in bytes where byte != 0x20 || output.last != 0x20 { output.append(byte) }
    return output
  }

  /// The end of the tag that begins at a place; nil for a bare `<`.
  private static func endOfTag(_ bytes: Bytes, at place: Int) -> Int? {
    guard place + 1 < bytes.count else { return nil }
    let lead = bytes[place + 1]
    guard lead.isASCIILetter || lead.isASCIIDigit || lead == UInt8(ascii: "/") else { return nil }
    var end = place + 1
    while end < bytes.count, end < place + 300 {
      if bytes[end] == UInt8(ascii: ">") { return end }
      if bytes[end] == UInt8(ascii: "<") { return nil }
      end += 1
    }
    return nil
  }
}

/// Speaker names before the text, as in `Anna Schmidt: good morning`.
enum SpeakerName {
  /// Splits name and text; returns nil if nothing looks like a name.
  static func split(_ bytes: Bytes) -> (name: Bytes, text: Bytes)? {
    var start = 0
    // Broadcast captions mark a change of speaker.
    while start < bytes.count, bytes[start] == UInt8(ascii: ">") || bytes[start] == 0x20 {
      start += 1
    }
    guard let colon = bytes.part(from: start).prefix(80).firstIndex(of: UInt8(ascii: ":")) else {
      return nil
    }
    let end = start + colon
    let name = bytes.part(start, end).trimmed
    guard end + 1 == bytes.count || bytes[end + 1] <= 0x20, isName(name) else { return nil }
    return (name, bytes.part(from: end + 1).trimmed)
  }

  /// Whether the words can be a name: at most six, the first not in lower case, and no end of a sentence.
  private static func isName(_ name: Bytes) -> Bool {
    guard let first = name.first, name.count <= 64,
      !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= first),
      name.contains(where: { $0.isASCIILetter || $0 >= 0x80 })
    else { return false }
    var spaces = 0
    for (place, byte) in name.enumerated() {
      if byte == 0x20 { spaces += 1 }
      if byte == 0x0A || "?!;\"<>[]{}|=/\\".utf8.contains(byte) { return false }
      // `Dr. Weber` and `J. Doe` are names, whole sentences are not.
      if byte == UInt8(ascii: "."), place > 4,
        name[max(0, place - 4)..<place].allSatisfy(\.isASCIILetter)
      {
        return false
      }
    }
    return spaces <= 5
  }
}
