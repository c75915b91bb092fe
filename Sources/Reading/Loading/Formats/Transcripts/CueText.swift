import Encoding

/// The text of a WebVTT or SRT cue without its tags, split by speaker.
struct CueText {
  /// The words of one speaker.
  struct Part: Equatable {
    /// The speaker, or nil if the cue does not name one.
    var speaker: [UInt8]?
    var text: [UInt8]
  }

  private(set) var parts: [Part] = []
  /// The time at which it was said, if the cue states one.
  private(set) var time: GenericTimestamp.Reading?
  private var current = Part(speaker: nil, text: [])

  /// Reads a cue. A speaker's name at the beginning of the text or of a line is not part of the words.
  init(_ bytes: Bytes, _ labels: SpeakerLabels) {
    if bytes.first == UInt8(ascii: "{"),
      let value = try? JSONValue(parsing: bytes, limits: .export),
      let words = value["spokenText"]?.string
    {
      // Transcript metadata from Microsoft Graph.
      let name = value["speakerName"]?.string.map { Array($0.utf8) }
      parts = [Part(speaker: name?.isEmpty == false ? name : nil, text: Array(words.utf8))]
      time = value["startDateTime"]?.string.flatMap { GenericTimestamp.read($0) }
      return
    }
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
        if byte == 0x0A, labels.beginsLine(bytes.part(from: place + 1)) { endPart(isDashed: true) }
        // A broken line continues, but each side of a dialogue keeps its own line.
        let isJoint = byte == 0x0A && !bytes.has("- ", at: place + 1)
        current.text.append(isJoint ? 0x20 : byte)
        place += 1
      }
    }
    endPart()
    parts = parts.map { part in
      guard let speaker = part.speaker else { return Part(part.text, labels) }
      // Some programs repeat the name before the words.
      let label = speaker + [UInt8(ascii: ":")]
      guard part.text.starts(with: label) else { return part }
      let words = part.text.dropFirst(label.count).drop { $0 == 0x20 }
      return Part(speaker: speaker, text: Array(words))
    }
  }

  /// The tags of WebVTT (section 6.3), and the additional ones of SubRip.
  private static let tags: [StaticString] = [
    "b", "c", "i", "lang", "rt", "ruby", "u", "v", "font", "s",
  ]

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

  /// Ends a speaker's words. With `isDashed`, a dash at their end belongs to the next speaker's line and is dropped.
  private mutating func endPart(isDashed: Bool = false) {
    var text = current.text.withUnsafeBufferPointer { Self.singleSpaced($0.trimmed) }
    if isDashed, text.suffix(2).elementsEqual(" -".utf8) { text.removeLast(2) }
    if !text.isEmpty { parts.append(Part(speaker: current.speaker, text: text)) }
    current = Part(speaker: nil, text: [])
  }

  private static func singleSpaced(_ bytes: Bytes) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    for byte in bytes where byte != 0x20 || output.last != 0x20 { output.append(byte) }
    return output
  }

  /// The end of the tag that begins at a place; nil for a bare `<`, and for words such as `List<String>`.
  private static func endOfTag(_ bytes: Bytes, at place: Int) -> Int? {
    let start = bytes.has("/", at: place + 1) ? place + 2 : place + 1
    let name = Bytes(rebasing: bytes.part(from: start).prefix { $0.isASCIILetter })
    guard
      bytes.part(from: start).first?.isASCIIDigit == true
        || tags.contains(where: { name.equalsIgnoringCase($0) })
    else { return nil }
    var end = place + 1
    while end < bytes.count, end < place + 300 {
      if bytes[end] == UInt8(ascii: ">") { return end }
      if bytes[end] == UInt8(ascii: "<") { return nil }
      end += 1
    }
    return nil
  }
}

extension CueText.Part {
  /// Splits the speaker's name from the words, if they begin with one.
  init(_ words: [UInt8], _ labels: SpeakerLabels) {
    self = words.withUnsafeBufferPointer { words in
      guard let label = labels.split(words) else { return Self(speaker: nil, text: Array(words)) }
      return Self(speaker: Array(label.name), text: Array(label.text))
    }
  }
}
