package import ActionItems

/// Detects whether a conversation is in English or German, which the offline model reads, or in another language.
///
/// Each message is judged by its common words, and the conversation by the share of its messages. It counts as unread
/// if more messages are clearly in another language than in English or German. So English lines between German ones do
/// no harm. Messages without evidence (a word or two, code, links, names) do not count.
///
/// The number of messages examined is limited by `MessageSample`.
package struct ConversationLanguage: Sendable {
  /// Selects the messages to examine.
  private var sample = MessageSample()
  /// The number of messages in English or German, and in another language.
  private var read = 0
  private var unread = 0
  /// The distinct words that show another language, as bits of their hashes.
  private var variety: UInt64 = 0
  /// The number of words in all messages, and of those that are common in English or German.
  private var words = 0
  private var familiar = 0
  /// The number of words in non-Latin scripts.
  private var other = 0

  /// Starts with no messages.
  package init() {}

  /// Examines the lines of a window.
  package init(of lines: some Sequence<Window.Line>) {
    for line in lines { add(line.message) }
  }

  /// The code for an undetermined language (ISO 639-2).
  package static let undetermined = "und"

  /// Maximum bytes examined per message; its beginning shows the language.
  private static let mostBytes = 1200
  /// Minimum common words that show English or German, and that show another language.
  private static let fewestRead = 2
  private static let fewestUnread = 3
  /// Minimum words for unknown words to be evidence.
  private static let fewestWords = 12
  /// Minimum distinct words in a conversation, since one repeated word is weak evidence.
  private static let fewestVariety = 2

  /// Adds the next message. Messages of bots and of the system are ignored.
  package mutating func add(_ message: Message) {
    guard message.kind == .message else { return }
    message.withText { add($0) }
  }

  mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    if sample.takesNext {
      judge(UnsafeBufferPointer(rebasing: text.prefix(Self.mostBytes)))
    }
    sample.advance()
  }

  private mutating func judge(_ text: UnsafeBufferPointer<UInt8>) {
    var scanner = TokenScanner(text)
    var (all, names, known, unknown, foreign) = (0, 0, 0, 0, 0)
    var bits: UInt64 = 0
    var previous: UInt64 = 0
    scan: while true {
      let token: ChatToken
      switch scanner.next() {
      case .end: break scan
      case .newline, .quotedLine: continue
      case .token(let next): token = next
      }
      // A word that is repeated at once is a name, laughter or a song.
      guard token.kind == .word, token.hash != previous, Self.isTalk(token, in: text) else {
        continue
      }
      let bytes = text[Int(token.start)..<Int(token.end)]
      previous = token.hash
      all += 1
      if token.isCapital { names += 1 }
      if Self.isOtherScript(bytes) {
        // Some scripts have no spaces between words.
        foreign += 1 + bytes.count / 15
        for byte in bytes { bits |= 1 << UInt64(byte & 63) }
      } else if CommonWords.read.contains(token.hash) {
        known += 1
      } else if CommonWords.unread.contains(token.hash) {
        unknown += 1
        bits |= 1 << ((token.hash &* 0x9E37_79B9_7F4A_7C15) >> 58)
      }
    }
    words += all
    familiar += known
    other += foreign
    let strange = unknown + foreign
    if known >= Self.fewestRead, known >= strange {
      read += sample.stride
      // A list of names may have as many such words: "Juan de los Ríos".
    } else if strange >= Self.fewestUnread, strange > known, strange > names, strange * 6 >= all {
      unread += sample.stride
      variety |= bits
    }
  }

  /// Returns whether a word is prose and not part of a link, a path, a call or a name.
  private static func isTalk(
    _ token: ChatToken, in text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let before = token.start > 0 ? text[Int(token.start) - 1] : 0x20
    let after = Int(token.end) < text.count ? text[Int(token.end)] : 0x20
    return !#"#$%&+,-./:<=>?@[\]^_`{|}~"#.utf8.contains(before)
      && !#"#$%&(*+-/<=>@[\]^_`{|}~"#.utf8.contains(after)
  }

  /// Returns whether a word is in a non-Latin script: Greek and all later blocks except Latin Extended Additional.
  private static func isOtherScript(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let lead = word.first, lead >= 0xCD else { return false }
    guard lead == 0xE1, let second = word.dropFirst().first else { return true }
    return !(0xB8...0xBB).contains(second)
  }

  // MARK: - The verdict

  /// Whether the conversation is clearly in another language than English or German.
  package var isUnread: Bool {
    unread > read && variety.nonzeroBitCount >= Self.fewestVariety
  }

  /// Whether the conversation is probably in English or German.
  package var isRead: Bool { read > 0 && read >= unread }

  /// Whether the text is probably in another language. Needs less evidence than `isUnread`.
  package var isForeign: Bool {
    if other * 2 > words || isUnread { return true }
    return words >= Self.fewestWords && familiar * 8 < words
  }
}
