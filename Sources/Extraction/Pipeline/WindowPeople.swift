import ActionItemModel
import Digests
import Glibc
import Windowing

/// Finds who belongs to a window: who speaks in it, and who is called or named there; in a small conversation
/// everybody whom the export lists.
struct WindowPeople {
  private let listed: ListedPeople
  /// The messages in which an `@` stands, which may call somebody.
  private var calling = DigestMap<Void>()
  /// The messages in which somebody is named who is listed with many others.
  private var naming = DigestMap<Void>()

  /// So many bytes behind an `@` may belong to a name.
  private static let nameLimit = 240
  /// More people than these are not meant by one window.
  private static let namedLimit = 50

  init(_ conversation: Conversation) {
    listed = ListedPeople(conversation.participants)
  }

  /// Looks at a message once, while it is at hand: windows hold it several times over.
  mutating func note(_ message: borrowing Message) {
    let (hasAtSign, hasName) = message.withText { bytes in
      let at = bytes.baseAddress.flatMap { memchr($0, Int32(UInt8(ascii: "@")), bytes.count) }
      return (at != nil, listed.isAnybodyNamed(in: bytes))
    }
    if hasAtSign { calling.insert(message.digest, ()) }
    if hasName { naming.insert(message.digest, ()) }
  }

  /// Those who belong to a window, those who speak in it first.
  func participants(of window: Window, known people: People) -> [Participant] {
    var names: [String] = []
    var seen: Set<String> = []
    var familiar = FamiliarNames(count: 64)
    // Lines are looked at where they stand: to copy one is to count references.
    for index in window.lines.indices {
      if let sender = window.lines[index].message.sender, !familiar.meet(sender),
        seen.insert(sender).inserted
      {
        names.append(sender)
      }
    }
    for person in called(in: window, people) + named(in: window) + listed.everybody
    where seen.insert(person.name).inserted {
      names.append(person.name)
    }
    return names.compactMap { people.match($0) }
  }

  /// Participants whom a message calls by their name with an `@`.
  private func called(in window: Window, _ people: People) -> [Participant] {
    var found: [Participant] = []
    for index in window.lines.indices where calling[window.lines[index].message.digest] != nil {
      let pieces = window.lines[index].message.text.utf8.split(
        separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
      for piece in pieces.dropFirst() {
        // Names have spaces: the longest beginning that means somebody counts.
        let words = piece.prefix(Self.nameLimit).split(separator: UInt8(ascii: " "), maxSplits: 3)
          .prefix(3)
        for count in stride(from: words.count, to: 0, by: -1) {
          let bytes = Array(words.prefix(count).joined(separator: [UInt8(ascii: " ")]))
          let name = String(decoding: bytes, as: UTF8.self)
          guard let person = people.mention(name) else { continue }
          found.append(person)
          break
        }
      }
    }
    return found
  }

  /// Those of a long list whom the window's messages name.
  private func named(in window: Window) -> [Participant] {
    var found: [Participant] = []
    for index in window.lines.indices
    where naming[window.lines[index].message.digest] != nil && found.count < Self.namedLimit {
      for person in window.lines[index].message.withText(listed.named)
      where found.count < Self.namedLimit && !found.contains(where: { $0.name == person.name }) {
        found.append(person)
      }
    }
    return found
  }
}

/// Tells names that came a moment ago, of which a conversation has few, without a hash of each.
///
/// A name is kept in a place that its length and its first and last byte decide, until another one takes that.
struct FamiliarNames {
  private var names: [String?]

  /// Starts with none; `count`, a power of two, is how many may be kept.
  init(count: Int) {
    names = Array(repeating: nil, count: count)
  }

  /// Keeps a name; returns whether it was kept already.
  mutating func meet(_ name: String) -> Bool {
    let hash =
      name.utf8.withContiguousStorageIfAvailable { (bytes) -> Int in
        let (first, last) = (Int(bytes.first ?? 0), Int(bytes.last ?? 0))
        return first &* 31 &+ last &* 7 &+ bytes.count
      } ?? 0
    let place = hash & (names.count - 1)
    if names[place] == name { return true }
    names[place] = name
    return false
  }
}
