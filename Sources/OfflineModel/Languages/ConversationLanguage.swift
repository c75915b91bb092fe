package import ActionItemModel

/// Tells in which language a conversation is held, as far as that is another one than the offline model reads.
///
/// Each message is judged for itself, and the conversation by the share of its messages: it is in another language
/// where more messages are plainly in that than in English or German. So a team that writes English lines between
/// German ones is read, and so is a chat in which a stretch is in French and the rest is not. Messages that tell
/// nothing (a word or two, code, links, names) have no say; where all are such, nothing is said of the conversation.
///
/// However long a conversation is, those are looked at that a `MessageSample` takes.
package struct ConversationLanguage: Sendable {
  private let table = LanguageTable.shared
  private var reading = LanguageReading(table: .shared)

  /// Which messages are looked at.
  private var sample = MessageSample()
  /// Whether a message of the sample is yet to be read.
  private var owes = false

  /// Messages in a language that is read, and in others.
  private var read = 0
  private var unread = 0
  /// Messages that are plainly in each of the others.
  private var plain: [Int]
  /// Evidence of all messages that are not plainly in one that is read.
  private var points: [Int]
  private var words = 0
  private var variety: UInt64 = 0

  /// Of all messages: words, those that are common in a language that is read, and letters.
  private var allWords = 0
  private var familiar = 0
  private var latin = 0
  private var other = 0

  /// Languages that are read come first.
  private static let firstUnread = WrittenLanguage.read.count

  /// Starts with a conversation of no messages.
  package init() {
    plain = []
    points = [Int](repeating: 0, count: table.count)
  }

  /// The codes (ISO 639-1) of the languages that the offline model reads.
  package static let readLanguages = WrittenLanguage.read

  /// What a language is called in English; its code where it is none of those that can be told.
  package static func name(of code: String) -> String {
    WrittenLanguage.all.first { $0.code == code }?.name ?? code
  }

  /// Takes the next message. What programs and the chat itself say does not count.
  package mutating func add(_ message: Message) {
    guard message.kind == .message else { return }
    message.withText { add($0) }
  }

  mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    if sample.takesNext { owes = true }
    // Of one that was only counted, the next that was read stands for it.
    if owes, !text.isEmpty {
      owes = false
      reading.read(text)
      judge()
    }
    sample.advance()
  }

  private mutating func judge() {
    latin += reading.latin
    other += reading.other
    // Of names, a list has more than words between them: "Juan de los Ríos".
    guard reading.words > reading.names else { return }
    allWords += reading.words
    let known = reading.points[..<Self.firstUnread].max() ?? 0
    var (best, most, second) = (Self.firstUnread, Int32(0), Int32(0))
    for index in Self.firstUnread..<table.count {
      let value = reading.points[index]
      if value > most {
        (best, most, second) = (index, value, most)
      } else {
        second = max(second, value)
      }
    }
    familiar += Int(known)
    if known >= most {
      // Of a few words that several languages have, those that are read are as likely as any.
      if isEnough(known) { read += sample.stride }
      return
    }
    words += reading.words * sample.stride
    variety |= reading.variety
    for index in 0..<table.count { points[index] += Int(reading.points[index]) * sample.stride }
    guard isEnough(most), most >= known + 2 else { return }
    unread += sample.stride
    // A few short words in a relative's spelling are no second language.
    if most >= Self.plainPoints, most >= second + Self.plainPoints / 2 {
      if plain.isEmpty { plain = [Int](repeating: 0, count: table.count) }
      plain[best] += sample.stride
    }
  }

  /// Whether so much evidence tells what the message is in: two words of it, and one in four.
  private func isEnough(_ points: Int32) -> Bool { points >= 4 && Int(points) * 2 >= reading.words }

  // MARK: - The verdict

  /// The codes of the languages that the conversation is held in and that the offline model does not read, the
  /// most common one first; none where it reads the conversation, or where there is too little to tell.
  package var unreadLanguages: [String] {
    guard unread > read, let best = bestUnread, points[best] >= Self.fewestPoints,
      points[best] * 2 >= words, variety.nonzeroBitCount >= (other > latin ? 4 : 5)
    else { return [] }
    // Others beside it have to be plain: relatives share most of their words.
    let beside = plain.indices.filter { $0 != best && plain[$0] * 4 >= unread }
    return ([best] + beside.sorted { plain[$0] > plain[$1] }).map { WrittenLanguage.all[$0].code }
  }

  /// Whether the conversation is in a language that the offline model reads, as far as anything tells.
  package var isRead: Bool { read > 0 && read >= unread }

  /// Less may be a name, or a word that two languages have.
  private static let fewestPoints = 10
  /// What a message has that is plainly in one language and no other.
  private static let plainPoints: Int32 = 8

  private var bestUnread: Int? {
    (Self.firstUnread..<points.count).max { (points[$0], $1) < (points[$1], $0) }
  }

  /// Whether what was said is plainly in none of the languages that are read, whatever it is in.
  ///
  /// This asks for less than `unreadLanguages`: it does not matter which language it is.
  var isForeign: Bool {
    if other > latin { return true }
    if !unreadLanguages.isEmpty { return true }
    // Two points a word in three or four is what talk has that is read.
    return allWords >= Self.fewestWords && familiar * 5 < allWords
  }

  private static let fewestWords = 12
}
