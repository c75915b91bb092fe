import ActionItems
import Encoding
import ItemRecords

/// Marking items whose last change is damaged as lost, so that lists do not show them in an older version.
extension StoreJournal {
  /// Marks an item as lost if the index has its last change and the journal only older ones.
  mutating func lose(_ item: TailIndex.Item) throws {
    let older = contents.tail.item(item.key)
    let isKnown = try older != nil || contents.snapshot?.holds(item.key) == true
    guard isKnown, item.place.sequence <= last.sequence else { return }
    // The index is more reliable than a guess from damaged bytes.
    let isGuess = contents.tail.lost[item.key] != nil
    let whole = older?.place.sequence ?? -1
    guard isGuess ? whole <= item.place.sequence : whole < item.place.sequence else { return }
    contents.tail.lose(item)
  }

  /// Searches damaged bytes for the ids of items, because most bytes of a damaged line are intact.
  mutating func loseChanges(in damage: JournalDamage) throws {
    guard let file = opened?.file, damage.length > 0 else { return }
    let bytes = try file.read(min(damage.length, Self.searched), at: damage.offset)
    for (number, line) in bytes.split(separator: 0x0A).enumerated() {
      // An intact line here is out of place, for example a second copy.
      let isWhole = line.withUnsafeBufferPointer { JournalLine($0) != nil }
      guard !isWhole, let id = LostChange.id(in: line) else { continue }
      let key = ItemKey(id)
      let older = contents.tail.item(key)
      var conversation = older?.conversation
      if conversation == nil {
        conversation = try damages.passing({ try contents.snapshot?.item(key) })?.map {
          ConversationKey($0.item.conversationId)
        }
      }
      guard let conversation else { continue }
      let sequence = damage.afterSequence + 1 + min(number, max(damage.missing - 1, 0))
      guard older?.place.sequence ?? -1 < sequence else { continue }
      // The order does not matter, because the item cannot be read.
      contents.tail.lose(
        TailIndex.Item(
          key: key, order: older?.order ?? OrderKey(words: .zero), conversation: conversation,
          isRemoved: LostChange.isDeletion(line),
          place: LinePlace(
            offset: damage.offset + line.startIndex, length: line.count, sequence: sequence,
            checksum: 0), first: older?.first ?? sequence))
    }
  }

  /// The most damaged bytes that are searched.
  private static let searched = 4 << 20
}

/// The facts about a change that a damaged line still shows.
enum LostChange {
  private static let idStart = Array(#""known":{"id":""#.utf8)
  // Two signs that are far apart in the line, because damage is usually in one place.
  private static let deletion = Array(#","change":"deleted","#.utf8)
  private static let removal = Array(#","removal":""#.utf8)

  /// The id of the item; nil if it cannot be recovered.
  static func id(in line: ArraySlice<UInt8>) -> String? {
    guard let start = line.firstPlace(of: idStart)?.upperBound,
      let end = line[start...].firstIndex(of: UInt8(ascii: "\"")), end - start <= 200
    else { return nil }
    return String(validating: line[start..<end], as: UTF8.self)
  }

  /// Whether the change removed the item.
  static func isDeletion(_ line: ArraySlice<UInt8>) -> Bool {
    line.holds(deletion) || line.holds(removal)
  }
}
