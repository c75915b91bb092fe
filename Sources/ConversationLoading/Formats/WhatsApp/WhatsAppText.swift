import JSONText

/// Tells what the text of a WhatsApp message is: words of a person, or what the app wrote in their place.
struct WhatsAppText {
  /// What a text was found to be; the ranges are those of `plain`.
  enum Outcome: Equatable {
    case person(Range<Int>)
    case system(Range<Int>)
    case skipped(SkipReason)
  }

  /// The last text that was read, as readable text.
  private(set) var plain: [UInt8] = []

  mutating func read(_ raw: Bytes) -> Outcome {
    // The app begins its own words with a mark of direction.
    let isMarked = raw.has("\u{200E}") || raw.has("\u{200F}")
    plain.removeAll(keepingCapacity: true)
    raw.appendWithoutMarks(to: &plain)
    var file: [UInt8]?
    let outcome = plain.withUnsafeBufferPointer { bytes in
      Self.outcome(bytes, isMarked: isMarked, file: &file)
    }
    guard let file, case .person(let caption) = outcome else { return outcome }
    let named = Array("[file: ".utf8) + file + Array((caption.isEmpty ? "]" : "]\n").utf8)
    plain.replaceSubrange(..<caption.lowerBound, with: named)
    return .person(0..<named.count + caption.count)
  }

  private static func outcome(_ bytes: Bytes, isMarked: Bool, file: inout [UInt8]?) -> Outcome {
    var whole = bytes.trimmed(0..<bytes.count)
    if let length = WhatsAppPhrases.editedRemark(bytes.part(whole.lowerBound, whole.upperBound)) {
      whole = bytes.trimmed(whole.lowerBound..<whole.upperBound - length)
    }
    let text = bytes.part(whole.lowerBound, whole.upperBound)
    guard !text.isEmpty else { return .skipped(.noText) }
    let lineEnd = whole.lowerBound + (text.firstIndex(of: 0x0A) ?? text.count)
    let line = bytes.part(whole.lowerBound, lineEnd).trimmed
    let caption = bytes.trimmed(lineEnd..<whole.upperBound)
    if WhatsAppPhrases.isDeleted(text) { return .skipped(.deleted) }
    if isMarked || line.first == UInt8(ascii: "<"), WhatsAppPhrases.isOmittedMedia(line) {
      return caption.isEmpty ? .skipped(.noText) : .person(caption)
    }
    if let name = WhatsAppPhrases.attachedFile(line) ?? (isMarked ? attachment(line) : nil) {
      file = Array(name)
      return .person(caption)
    }
    // Polls and events have more lines, and places have a link: those are a person's.
    if isMarked, caption.isEmpty, line.first("://") == nil { return .system(whole) }
    return .person(whole)
  }

  /// `<attached: name>`, in any language.
  private static func attachment(_ line: Bytes) -> Bytes? {
    guard line.first == UInt8(ascii: "<"), line.last == UInt8(ascii: ">"),
      let colon = line.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return line.part(colon + 1, line.count - 1).trimmed
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Appends the text without marks of direction, which nobody sees.
  func appendWithoutMarks(to output: inout [UInt8]) {
    var start = 0
    var place = 0
    while place < count {
      switch self[place] {
      case ..<0x80: place = firstBeyondASCII(from: place)
      // No mark begins with another byte.
      case 0xD8, 0xE2, 0xEF:
        guard let length = ByteCursor.mark(self, at: place) else { fallthrough }
        output.append(contentsOf: part(start, place))
        place += length
        start = place
      default: place += 1
      }
    }
    output.append(contentsOf: part(from: start))
  }
}
