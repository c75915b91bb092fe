import ActionItems
import Encoding
import ItemRecords

/// The entry of one journal line in the tail index, 96 bytes on disk.
struct TailEntry: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// An item after its last change.
    case item(ItemKey, OrderKey, ConversationKey, isRemoved: Bool)
    /// Messages that were read, and whether by an endpoint; nil for messages that could not be read.
    case marks(ConversationKey, isEndpoint: Bool?)
    case undone(run: Int)
    case commit(run: Int)
    /// Any other line.
    case other
  }

  var place: LinePlace
  var kind: Kind

  init(_ line: StoreLine, at place: LinePlace) {
    self.place = place
    switch line {
    case .change(let change):
      let item = change.change.known.item
      kind = .item(
        ItemKey(item.id), OrderKey(item), ConversationKey(item.conversationId),
        isRemoved: change.change.known.removal != nil)
    case .marks(let marks):
      kind = .marks(
        ConversationKey(marks.conversation), isEndpoint: marks.readLevel.map { $0 == .endpoint })
    case .undone(let run): kind = .undone(run: run)
    case .commit(let run, _): kind = .commit(run: run ?? 0)
    case .header, .unknown: kind = .other
    }
  }

  init(_ item: TailIndex.Item) {
    place = item.place
    kind = .item(item.key, item.order, item.conversation, isRemoved: item.isRemoved)
  }

  // MARK: - Records

  static let size = 96
  private static let checked = size - 4

  func append(to bytes: inout [UInt8]) {
    let start = bytes.count
    var number: UInt64 = 0
    let code: UInt8
    var keys: (ItemKey, OrderKey)?
    switch kind {
    case .item(let key, let order, let conversation, let isRemoved):
      code = isRemoved ? 2 : 1
      number = conversation.value
      keys = (key, order)
    case .marks(let conversation, let isEndpoint):
      code = isEndpoint.map { $0 ? 4 : 3 } ?? 5
      number = conversation.value
    case .undone(let run):
      code = 6
      number = UInt64(run)
    case .commit(let run):
      code = 7
      number = UInt64(run)
    case .other: code = 0
    }
    bytes.append(bigEndian: UInt64(place.offset))
    bytes.append(bigEndian: UInt64(place.sequence))
    bytes.append(bigEndian: UInt64(place.checksum) << 32 | UInt64(UInt32(place.length)))
    bytes.append(bigEndian: number)
    if let keys {
      keys.0.append(to: &bytes)
      keys.1.append(to: &bytes)
    }
    bytes.append(contentsOf: repeatElement(0, count: start + Self.checked - 1 - bytes.count))
    bytes.append(code)
    let sum = bytes[start...].withUnsafeBytes { CRC32C.checksum($0) }
    withUnsafeBytes(of: sum.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Reads a record; nil if it is damaged.
  init?(_ record: UnsafeRawBufferPointer) {
    guard record.count == Self.size else { return nil }
    let checked = UnsafeRawBufferPointer(rebasing: record[..<Self.checked])
    let sum = UInt32(
      littleEndian: record.loadUnaligned(fromByteOffset: Self.checked, as: UInt32.self))
    guard CRC32C.checksum(checked) == sum else { return nil }
    func word(_ index: Int) -> UInt64 {
      UInt64(bigEndian: record.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
    }
    guard let offset = Int(exactly: word(0)), let sequence = Int(exactly: word(1)) else {
      return nil
    }
    place = LinePlace(
      offset: offset, length: Int(word(2) & 0xFFFF_FFFF), sequence: sequence,
      checksum: UInt32(word(2) >> 32))
    let conversation = ConversationKey(value: word(3))
    switch checked.last {
    case 1, 2:
      kind = .item(
        ItemKey(high: word(4), low: word(5)),
        OrderKey(words: SIMD4(word(6), word(7), word(8), word(9))), conversation,
        isRemoved: checked.last == 2)
    case 3, 4: kind = .marks(conversation, isEndpoint: checked.last == 4)
    case 5: kind = .marks(conversation, isEndpoint: nil)
    case 6: kind = .undone(run: Int(truncatingIfNeeded: word(3)))
    case 7: kind = .commit(run: Int(truncatingIfNeeded: word(3)))
    default: kind = .other
    }
  }
}
