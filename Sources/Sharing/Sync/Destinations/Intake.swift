import Store

/// What came in from an engine and is not taken over yet, in order.
struct Intake: Sendable {
  private enum Entry {
    case version(PeerVersion, FeedPosition?, size: Int)
    /// How far the engine has told of its store.
    case place(FeedPosition)
    case message(String)
  }

  private var entries: [Entry] = []
  private var underWay = 0
  /// Where the last of those that are being taken over stands, where that is told.
  private var placeUnderWay: FeedPosition?
  /// Messages of which those that are being taken over are the last that they brought.
  private var messagesUnderWay: [String] = []

  /// Versions that are taken over together: each time the disk is waited for.
  static let batch = 2000
  /// Bytes of those; one version may have more.
  private static let batchBytes = 4 << 20
  private(set) var bytes = 0
  private var bytesUnderWay = 0

  var count: Int { entries.count + underWay }
  var isEmpty: Bool { count == 0 }

  /// Whether it pays to take over what there is, though more is on its way.
  var isWorthwhile: Bool { entries.count >= Self.batch || bytes >= Self.batchBytes }

  mutating func add(_ item: IncomingItem) {
    entries.append(.version(item.version, Self.place(of: item), size: item.size))
    bytes += item.size
  }

  /// Takes nothing of an item but how far its engine has told.
  mutating func addPlace(of item: IncomingItem) {
    if let place = Self.place(of: item) { add(place) }
  }

  private static func place(of item: IncomingItem) -> FeedPosition? {
    guard let store = item.store, let sequence = item.sequence, sequence >= 0 else { return nil }
    return FeedPosition(store: store, sequence: sequence, checksum: item.checksum)
  }

  mutating func add(_ place: FeedPosition) { entries.append(.place(place)) }

  /// All that a message brought was added: it counts as taken over with that.
  mutating func add(message: String) { entries.append(.message(message)) }

  /// Forgets how far the engine has told of its store: that was another history.
  mutating func forgetPlaces() {
    entries = entries.compactMap { entry in
      switch entry {
      case .version(let version, _, let size): .version(version, nil, size: size)
      case .place: nil
      case .message: entry
      }
    }
    placeUnderWay = nil
  }

  /// The versions that are to be taken over next; nil while others are, or where there are none.
  mutating func takeDue() -> [PeerVersion]? {
    guard underWay == 0, !entries.isEmpty else { return nil }
    var count = 0
    bytesUnderWay = 0
    while count < min(entries.count, Self.batch) {
      if case .version(_, _, let size) = entries[count] {
        if count > 0, bytesUnderWay + size > Self.batchBytes { break }
        bytesUnderWay += size
      }
      count += 1
    }
    let batch = entries[..<count]
    underWay = count
    entries.removeFirst(count)
    return batch.compactMap { entry in
      switch entry {
      case .version(let version, let place, _):
        placeUnderWay = place ?? placeUnderWay
        return version
      case .place(let place):
        placeUnderWay = place
        return nil
      case .message(let id):
        messagesUnderWay.append(id)
        return nil
      }
    }
  }

  /// Those are taken over; returns how far the engine's store is now known, where it said so, and the messages that
  /// brought them.
  mutating func takeApplied() -> (place: FeedPosition?, messages: [String]) {
    underWay = 0
    bytes -= bytesUnderWay
    bytesUnderWay = 0
    defer { (placeUnderWay, messagesUnderWay) = (nil, []) }
    return (placeUnderWay, messagesUnderWay)
  }
}
