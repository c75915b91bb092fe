import Encoding

/// The text of a WhatsApp message: a person's words, or what the app wrote instead. Below: removing direction marks.
enum WhatsAppText {
  case person(Bytes)
  /// A file named by the export, and its caption.
  case file(Bytes, caption: Bytes)
  case system(Bytes)
  case skipped(SkipReason)

  static func read<Result>(
    raw: Bytes, isOwn: Bool, _ body: (Self) throws -> Result
  ) rethrows -> Result {
    let mark = raw.firstMark()
    if mark == raw.count { return try body(read(raw, isMarked: false, isOwn: isOwn)) }
    return try raw.withoutMarks(from: mark).withUnsafeBufferPointer { plain in
      try body(read(plain, isMarked: true, namesFile: raw.marksFile, isOwn: isOwn))
    }
  }

  /// Reads a text without its direction marks.
  ///
  /// `isMarked` means that it had marks, as the app's own text does. `namesFile` means that a mark preceded a bracket.
  /// `isOwn` means that the app may have written the whole text.
  private static func read(
    _ bytes: Bytes, isMarked: Bool, namesFile: Bool = false, isOwn: Bool
  ) -> Self {
    var whole = bytes.trimmed(0..<bytes.count)
    var isOwn = isOwn
    if let length = WhatsAppPhrases.editedRemark(bytes.part(whole.lowerBound, whole.upperBound)) {
      whole = bytes.trimmed(whole.lowerBound..<whole.upperBound - length)
      // The app's own text is never edited.
      isOwn = false
    }
    let text = bytes.part(whole.lowerBound, whole.upperBound)
    guard !text.isEmpty else { return .skipped(.noText) }
    let lineEnd = whole.lowerBound + (text.firstIndex(of: 0x0A) ?? text.count)
    let line = bytes.part(whole.lowerBound, lineEnd).trimmed
    let caption = bytes.part(lineEnd, whole.upperBound).trimmed
    if WhatsAppPhrases.isDeleted(text) { return .skipped(.deleted) }
    if isMarked || line.first == UInt8(ascii: "<"), WhatsAppPhrases.isOmittedMedia(line) {
      return caption.isEmpty ? .skipped(.noText) : .person(caption)
    }
    if let name = WhatsAppPhrases.attachedFile(line) { return .file(name, caption: caption) }
    if let (start, name) = attachment(text, isMarked: namesFile) {
      return .file(name, caption: text.part(0, start).trimmed)
    }
    if let (start, name) = attachment(line, isMarked: namesFile), start == 0 {
      return .file(name, caption: caption)
    }
    // Polls and events have more lines, and places have a link; those are a person's.
    if isOwn, isMarked, caption.isEmpty, line.first("://") == nil { return .system(text) }
    return .person(text)
  }

  /// Finds `<attached: name>`, in any language, at the end of a text; returns its start and the name.
  ///
  /// The app puts a mark before the bracket, or begins the name with eight digits.
  private static func attachment(_ text: Bytes, isMarked: Bool) -> (start: Int, name: Bytes)? {
    guard text.last == UInt8(ascii: ">"), let start = text.lastIndex(of: UInt8(ascii: "<")),
      let colon = text.part(from: start).firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    let name = text.part(start + colon + 1, text.count - 1).trimmed
    // A link is not a file name.
    if name.contains(UInt8(ascii: "/")) { return nil }
    let isNumbered = name.prefix { $0.isASCIIDigit }.count == 8 && name.has("-", at: 8)
    return isMarked || isNumbered ? (start, name) : nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The first direction mark from a place on, or the count without one.
  func firstMark(from start: Int = 0) -> Int {
    var place = start
    while true {
      // No mark begins with another byte.
      place = firstIndex(of: 0xD8, 0xE2, 0xEF, from: place)
      if place == count || ByteCursor.mark(self, at: place) != nil { return place }
      place += 1
    }
  }

  /// Whether the app names a file: its mark stands directly before the bracket.
  var marksFile: Bool { first("\u{200E}<") != nil }

  /// The text without direction marks, the first of which is at `mark`.
  func withoutMarks(from mark: Int) -> [UInt8] {
    var text = Array(part(0, mark))
    var place = mark
    while place < count {
      let start = place + (ByteCursor.mark(self, at: place) ?? 1)
      place = firstMark(from: start)
      text.append(contentsOf: part(start, place))
    }
    return text
  }
}
