import ActionItems
import CivilTime
import Encoding
import Windowing

/// Writes the messages and open items of a window as text for a prompt.
///
/// `PromptBuilder` uses it. It works on bytes for speed, because every message of an archive passes through it.
struct ChatWriter {
  /// The text so far, in UTF-8.
  private(set) var bytes: [UInt8] = []

  private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// Writes the open items, one per line. They come from chat, so they are as untrusted as messages.
  mutating func writeOpenItems(of window: Window) {
    if window.openItems.isEmpty { return }
    write("Open items:\n")
    for (index, item) in window.openItems.enumerated() {
      write("[i\(index + 1)] ")
      write(oneLine: item.assignee ?? "nobody")
      write(": ")
      write(oneLine: item.task)
      if let deadline = item.deadline { write(" (due \(deadline))") }
      write("\n")
    }
    write("Messages:\n")
  }

  /// Writes all messages, separated by line feeds.
  mutating func write(_ window: Window) {
    bytes.reserveCapacity(
      bytes.count + window.lines.reduce(0) { $0 + $1.message.text.utf8.count + 48 })
    let shortIds = Self.shortIds(of: window)
    for index in window.lines.indices {
      if index > 0 { bytes.append(0x0A) }
      let line = window.lines[index]
      write("[")
      write(window.shortId(ofLine: index))
      write("] ")
      if let timestamp = line.message.timestamp { write(timestamp) }
      // Captions may not name the speaker.
      write(oneLine: line.message.sender ?? Self.nobody(line.message))
      if line.message.kind == .bot { write(" (bot)") }
      if let part = line.part { write(" (part \(part.number) of \(part.count))") }
      if let answered = line.message.replyTo.flatMap({ shortIds[$0] }) {
        write(" (to \(answered))")
      }
      write(": ")
      write(indented: line.message.text)
    }
  }

  private static func nobody(_ message: Message) -> String {
    message.kind == .message ? "(unknown)" : "(system)"
  }

  /// Returns the short ids of all lines; empty if no line is a reply.
  private static func shortIds(of window: Window) -> [String: String] {
    // Replies refer to message ids, most of which are in the same window.
    guard window.lines.contains(where: { $0.message.replyTo != nil }) else { return [:] }
    var shortIds: [String: String] = [:]
    for index in window.lines.indices {
      shortIds[window.lines[index].message.id] = window.shortId(ofLine: index)
    }
    return shortIds
  }

  private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Writes `Mon 2026-01-05 14:03 ` in the author's local time.
  private mutating func write(_ timestamp: Timestamp) {
    let civil = timestamp.civil
    write(Self.days[civil.date.weekday.rawValue - 1])
    bytes.append(0x20)
    civil.date.append(to: &bytes)
    bytes.append(0x20)
    let start = bytes.count
    civil.time.append(to: &bytes)
    bytes.removeSubrange((start + 5)...)
    bytes.append(0x20)
  }

  private mutating func write(oneLine text: String) { write(Self.oneLine(text)) }

  /// Indents every line except the first, so that no line can look like another message.
  private mutating func write(indented text: String) {
    guard Self.hasLines(text) else { return write(text) }
    write(
      text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .joined(separator: "\n    "))
  }

  static func oneLine(_ text: String) -> String {
    hasLines(text) ? text.split(whereSeparator: \.isNewline).joined(separator: " ") : text
  }

  /// Returns whether a text contains a Unicode line break (UAX #14).
  private static func hasLines(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      let start = beginningWithoutLines(UnsafeRawBufferPointer(bytes))
      for (index, byte) in bytes.enumerated().dropFirst(start) {
        if byte &- 0x0A < 4 { return true }
        // U+0085, U+2028 and U+2029.
        if byte == 0xC2, index + 1 < bytes.count, bytes[index + 1] == 0x85 { return true }
        if byte == 0xE2, index + 2 < bytes.count, bytes[index + 1] == 0x80,
          bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9
        {
          return true
        }
      }
      return false
    }
  }

  /// Returns the length of a prefix without line breaks. Checks eight bytes at a time: none may be as low as an ASCII
  /// line break, and none may be the first byte of another line break.
  static func beginningWithoutLines(_ bytes: UnsafeRawBufferPointer) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops = ones << 7
    func hasZero(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & tops }
    var place = 0
    while place + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let low = (word &- ones &* 0x0E) & ~word & tops
      if low | hasZero(word ^ ones &* 0xC2) | hasZero(word ^ ones &* 0xE2) != 0 { break }
      place += 8
    }
    return place
  }

  /// Returns whether the written text contains a string.
  func contains(_ text: String) -> Bool { bytes.holds(text.utf8) }
}
