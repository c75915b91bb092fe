package import ActionItems

/// Tells whether a conversation is held in English or German, which the offline model reads, or in neither.
///
/// Each message is judged by its common words, and the conversation by the share of its messages: it is unread where
/// more messages are plainly in neither than in English or German. So a team that writes English lines between German
/// ones is read. Messages that tell nothing (a word or two, code, links, names) have no say.
///
/// However long a conversation is, those are looked at that a `MessageSample` takes.
package struct ConversationLanguage: Sendable {
  /// Which messages are looked at.
  private var sample = MessageSample()
  /// Messages in English or German, and in neither.
  private var read = 0
  private var unread = 0
  /// Different words by which they are in neither, as bits of their hashes.
  private var variety: UInt64 = 0
  /// Words of all messages, and those of them that are common in English or German.
  private var words = 0
  private var familiar = 0
  /// Words in other letters than Latin ones.
  private var other = 0

  /// Starts with a conversation of no messages.
  package init() {}

  /// What stands for a language that was not told apart (ISO 639-2).
  package static let undetermined = "und"

  /// So much of a message is read: the beginning of a long one tells what the rest is in.
  private static let mostBytes = 1200
  /// So many common words tell that a message is in English or German, and that it is in neither.
  private static let fewestRead = 2
  private static let fewestUnread = 3
  /// Fewer words tell nothing by being unknown.
  private static let fewestWords = 12
  /// Different words that a conversation has to have: the same one again and again shows little.
  private static let fewestVariety = 2

  /// Takes the next message. What programs and the chat itself say does not count.
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
    while true {
      let token: ChatText.Token
      switch scanner.next() {
      case .end:
        words += all
        familiar += known
        other += foreign
        let strange = unknown + foreign
        if known >= Self.fewestRead, known >= strange {
          read += sample.stride
          // A list of names has as many of them: "Juan de los Ríos".
        } else if strange >= Self.fewestUnread, strange > known, strange > names, strange * 6 >= all
        {
          unread += sample.stride
          variety |= bits
        }
        return
      case .newline, .quotedLine: continue
      case .token(let next): token = next
      }
      guard token.kind == .word else { continue }
      let bytes = text[Int(token.start)..<Int(token.end)]
      // What is said twice in a row is a name, a laugh or a song.
      if token.hash == previous || !Self.isTalk(token, in: text) { continue }
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
  }

  /// Whether a word is said, and no part of a link, a path, a call or a name.
  private static func isTalk(
    _ token: ChatText.Token, in text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let before = token.start > 0 ? text[Int(token.start) - 1] : 0x20
    let after = Int(token.end) < text.count ? text[Int(token.end)] : 0x20
    switch before {
    case 0x23...0x26, 0x2B...0x2F, 0x3A, 0x3C...0x40, 0x5B...0x60, 0x7B...0x7E: return false
    default: break
    }
    switch after {
    case 0x23...0x26, 0x28, 0x2A, 0x2B, 0x2D, 0x2F, 0x3C...0x3E, 0x40, 0x5B...0x60, 0x7B...0x7E:
      return false
    default: return true
    }
  }

  /// Whether a word is in other letters than Latin ones: from Greek on, but for Latin Extended Additional.
  private static func isOtherScript(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let lead = word.first, lead >= 0xCD else { return false }
    guard lead == 0xE1, let second = word.dropFirst().first else { return true }
    return !(0xB8...0xBB).contains(second)
  }

  // MARK: - The verdict

  /// Whether the conversation is plainly in neither English nor German.
  package var isUnread: Bool {
    unread > read && variety.nonzeroBitCount >= Self.fewestVariety
  }

  /// Whether the conversation is in English or German, as far as anything tells.
  package var isRead: Bool { read > 0 && read >= unread }

  /// Whether what was said is in neither, as far as anything tells: this asks for less than `isUnread`.
  var isForeign: Bool {
    if other * 2 > words || isUnread { return true }
    return words >= Self.fewestWords && familiar * 8 < words
  }
}
