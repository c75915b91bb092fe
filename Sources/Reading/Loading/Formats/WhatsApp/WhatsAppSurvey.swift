import CivilTime
import Encoding

/// The first pass over a WhatsApp export: in which order it writes dates, who speaks, and which lines begin
/// messages.
struct WhatsAppSurvey {
  private(set) var dates = DateOrderEvidence(earliestYear: 2009)
  private(set) var people = ChatPeople()
  /// The name in front of the first notice about encryption: on iPhones that of the chat.
  private(set) var noticeName: String?
  /// Whether that is somebody who speaks, and no group.
  private var noticeIsPersons = false
  private var headers = 0
  /// Headers by their shape: with or without brackets, with or without seconds.
  private var shapes: [4 of Int] = .init(repeating: 0)

  /// Messages after which no more are looked at, unless day and month are still in doubt.
  private static let enough = 100_000

  init(_ file: OpenFile, limit: Int) throws {
    var lines = TextLines(OpenFileSource(file: file), limit: limit)
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line, let first = WhatsAppLine(bytes) else { continue }
      note(first)
      // A long chat has told by then what there is to tell.
      if headers >= Self.enough, dates.isSettled { break }
    }
    noticeIsPersons = noticeName.map(people.names.contains) ?? false
  }

  private mutating func note(_ line: WhatsAppLine) {
    headers += 1
    shapes[Self.shape(line.header)] += 1
    dates.note(line.header.date, isAmerican: line.header.isAmerican)
    guard let name = line.name else { return }
    if isOwn(line, number: headers) {
      // What the app says in the name of the group is nobody's speech; what it says for a photo is a member's.
      if headers <= 2, noticeName == nil, Self.isNotice(line.text) {
        noticeName = SenderTable.readable(name)
      }
    } else {
      people.note(name)
    }
  }

  /// Whether the app may have said itself what a line says in somebody's name; of the lines it has a number.
  ///
  /// On iPhones it puts a mark in front of its words. So do people who write from right to left, but not in front of
  /// the line. Without a mark there, a notice comes first, or in the name of a group, or names whoever is meant by it.
  func isOwn(_ line: WhatsAppLine, number: Int) -> Bool {
    guard let name = line.name else { return true }
    guard line.header.isBracketed, line.text.has("\u{200E}") else { return false }
    return line.isMarked || number == 1 || line.text.part(from: 3).starts(with: name)
      || !noticeIsPersons && noticeName == SenderTable.readable(name)
  }

  private static func isNotice(_ text: Bytes) -> Bool {
    WhatsAppText.read(raw: text, isOwn: true) { if case .system = $0 { true } else { false } }
  }

  /// Whether a header is of a shape that the file uses: one that is rare in it was pasted into a message.
  func accepts(_ header: WhatsAppHeader) -> Bool {
    shapes[Self.shape(header)] * 10 >= headers
  }

  private static func shape(_ header: WhatsAppHeader) -> Int {
    (header.isBracketed ? 2 : 0) + (header.clock.second == nil ? 0 : 1)
  }
}
