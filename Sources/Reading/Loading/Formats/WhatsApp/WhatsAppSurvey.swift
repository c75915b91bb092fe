import CivilTime
import Encoding

/// The first pass over a WhatsApp export: its date order, its speakers, and the form of its headers.
struct WhatsAppSurvey {
  private(set) var dates = DateOrderEvidence(earliestYear: 2009)
  private(set) var people = ChatPeople()
  /// The name before the first notice about encryption, which is the chat's name on iPhones.
  private(set) var noticeName: String?
  /// Whether `noticeName` is a speaker's, not a group's.
  private var noticeIsPersons = false
  private var headers = 0
  /// Header counts by shape.
  private var shapes: [9 of Int] = .init(repeating: 0)

  /// The number of messages after which the survey stops, unless the date order is still open.
  private static let enough = 100_000

  init(_ file: OpenFile, limit: Int) throws {
    var lines = TextLines(OpenFileSource(file: file), limit: limit)
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line, let first = WhatsAppLine(bytes) else { continue }
      note(first)
      // A long chat has given all its evidence by then.
      if headers >= Self.enough, dates.isSettled { break }
    }
    noticeIsPersons = noticeName.map(people.names.contains) ?? false
  }

  private mutating func note(_ line: WhatsAppLine) {
    headers += 1
    shapes[line.header.shape] += 1
    dates.note(line.header.date, isAmerican: line.header.isAmerican)
    guard let name = line.name else { return }
    if isOwn(line, number: headers) {
      // A notice under the group's name has no sender; the app's words for a photo have a member as sender.
      if headers <= 2, noticeName == nil, Self.isNotice(line.text) {
        noticeName = SenderTable.readable(name)
      }
    } else {
      people.note(name)
    }
  }

  /// Whether the app itself may have written a line that has a name; `number` is the message's number.
  ///
  /// On iPhones, the app puts a mark before its own text. People who write from right to left use the mark too, but
  /// not before the line. Without that mark, a notice comes first, has the group's name, or begins with the name.
  func isOwn(_ line: WhatsAppLine, number: Int) -> Bool {
    guard let name = line.name else { return true }
    guard line.header.isBracketed, line.text.has("\u{200E}") else { return false }
    return line.isMarked || number == 1 || line.text.part(from: 3).starts(with: name)
      || !noticeIsPersons && noticeName == SenderTable.readable(name)
  }

  private static func isNotice(_ text: Bytes) -> Bool {
    WhatsAppText.read(raw: text, isOwn: true) { if case .system = $0 { true } else { false } }
  }

  /// Whether the file uses this shape of header. A rare shape was pasted into a message.
  func accepts(_ shape: Int) -> Bool { shapes[shape] * 10 >= headers }
}
