import ActionItems
import ItemRecords
import Encoding

/// Items whose last change is damaged: they are not shown as they were before.
extension StoreJournal {
  /// Takes an item's last change, as the index has it, for lost where the journal has only older ones.
  mutating func lose(_ item: TailIndex.Item) throws {
    let older = contents.tail.item(item.key)
    let isKnown = try older != nil || contents.snapshot?.holds(item.key) == true
    guard isKnown, item.place.sequence <= last.sequence else { return }
    // What the index knows is better than what was made out from damaged bytes.
    let isGuess = contents.tail.lost[item.key] != nil
    let whole = older?.place.sequence ?? -1
    guard isGuess ? whole <= item.place.sequence : whole < item.place.sequence else { return }
    contents.tail.lose(item)
  }

  /// Looks in damaged bytes for the ids of items: most of a damaged line is as it was written.
  mutating func loseChanges(in damage: JournalDamage) throws {
    guard let file = opened?.file, damage.length > 0 else { return }
    let bytes = try file.read(min(damage.length, Self.searched), at: damage.offset)
    for (number, line) in bytes.split(separator: 0x0A).enumerated() {
      // One that is whole stands in the wrong place, such as a second copy.
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
      // Where it stands in no order: it cannot be read.
      contents.tail.lose(
        TailIndex.Item(
          key: key, order: older?.order ?? OrderKey(words: .zero), conversation: conversation,
          isRemoved: LostChange.isDeletion(line),
          place: LinePlace(
            offset: damage.offset + line.startIndex, length: line.count, sequence: sequence,
            checksum: 0), first: older?.first ?? sequence))
    }
  }

  /// So many damaged bytes are looked at.
  private static let searched = 4 << 20
}

/// What can be told of a change from a line that is damaged.
enum LostChange {
  private static let idStart = Array(#""known":{"id":""#.utf8)
  // Two witnesses, far from each other: the damage is in one place.
  private static let deletion = Array(#","change":"deleted","#.utf8)
  private static let removal = Array(#","removal":""#.utf8)

  /// The id of the item; nil where it cannot be made out.
  static func id(in line: ArraySlice<UInt8>) -> String? {
    guard let start = line.firstPlace(of: idStart)?.upperBound,
      let end = line[start...].firstIndex(of: UInt8(ascii: "\"")), end - start <= 200
    else { return nil }
    return String(validating: line[start..<end], as: UTF8.self)
  }

  /// Whether the item was taken away.
  static func isDeletion(_ line: ArraySlice<UInt8>) -> Bool {
    line.holds(deletion) || line.holds(removal)
  }
}
