import Store

/// The versions and cursors that one remote has sent and that are not applied yet, in order. `Outbox` is for sending.
struct Inbox: Sendable {
  /// A received version, cursor or message.
  private enum Entry {
    case version(RemoteVersion, FeedCursor?, size: Int)
    /// A cursor that the remote sent for its own store.
    case place(FeedCursor)
    case message(String)
  }

  /// Whether the server has sent everything that it had when the session began.
  var isCaughtUp = false
  /// The encoding of the server's times; nil if unknown.
  var encoding: RemoteTime.Encoding?
  private var entries: [Entry] = []
  /// The time since which received versions wait to be applied; nil if the inbox is empty.
  private var since: Duration?
  private var underWay = 0
  /// The remote cursor of the last version that is being applied, if it has one.
  private var placeUnderWay: FeedCursor?
  /// Messages whose last version is being applied, and the number of versions up to it.
  private var messagesUnderWay: [(id: String, end: Int)] = []
  /// Whether the versions being applied may end within a message.
  private var isCut = false
  /// The obstacle to an earlier part of the next message; nil if there was none.
  private var obstacle: String?
  /// Whether an earlier part of the next message was invalid.
  private var isInvalid = false

  /// The number of entries that are applied together. Each batch waits once for the disk.
  static let batch = 2000
  /// The largest batch in bytes. One version may be larger.
  private static let batchBytes = 4 << 20
  private(set) var bytes = 0
  private var bytesUnderWay = 0

  var count: Int { entries.count + underWay }
  var isEmpty: Bool { count == 0 }

  /// The time to apply the received versions at the latest; nil if they do not wait for more.
  func deadline(_ gathering: Duration) -> Duration? {
    isCaughtUp ? nil : since.map { $0 + gathering }
  }

  mutating func add(_ item: IncomingItem) {
    entries.append(.version(item.version, item.cursor, size: item.size))
    bytes += item.size
  }

  mutating func add(_ place: FeedCursor) { entries.append(.place(place)) }

  /// Marks the end of a message. The message is applied once everything added before is applied.
  mutating func add(message: String) { entries.append(.message(message)) }

  /// Forgets the remote cursors because they belong to another history.
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

  /// Returns the versions to apply next; nil while others are being applied, or if the inbox is empty.
  ///
  /// While the server is still sending, versions wait up to `gathering` for more, to be applied together.
  mutating func takeDue(_ now: Duration, gathering: Duration) -> [RemoteVersion]? {
    since = isEmpty ? nil : since ?? now
    guard let since, underWay == 0, !entries.isEmpty else { return nil }
    let isWorthwhile = isCaughtUp || entries.count >= Self.batch || bytes >= Self.batchBytes
    guard isWorthwhile || since + gathering <= now else { return nil }
    self.since = now
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
    if case .message? = batch.last { isCut = false } else { isCut = true }
    underWay = count
    entries.removeFirst(count)
    var versions: [RemoteVersion] = []
    for entry in batch {
      switch entry {
      case .version(let version, let place, _):
        placeUnderWay = place ?? placeUnderWay
        versions.append(version)
      case .place(let place): placeUnderWay = place
      case .message(let id): messagesUnderWay.append((id, versions.count))
      }
    }
    return versions
  }

  /// Notes that the last versions from `takeDue` were applied, except some if there is an obstacle or if some are
  /// invalid. Returns the new remote cursor, if one was sent and there is no obstacle, and the complete messages.
  mutating func takeApplied(
    _ obstacle: String?, invalid: Set<Int> = []
  ) -> (place: FeedCursor?, messages: [(id: String, obstacle: String?, isInvalid: Bool)]) {
    underWay = 0
    bytes -= bytesUnderWay
    bytesUnderWay = 0
    var start = 0
    var messages: [(id: String, obstacle: String?, isInvalid: Bool)] = []
    for (id, end) in messagesUnderWay {
      messages.append((id, obstacle, invalid.contains { (start..<end).contains($0) }))
      start = end
    }
    if !messages.isEmpty {
      if let earlier = self.obstacle { messages[0].obstacle = earlier }
      if isInvalid { messages[0].isInvalid = true }
      (self.obstacle, isInvalid) = (nil, false)
    }
    if isCut {
      self.obstacle = obstacle ?? self.obstacle
      isInvalid = isInvalid || invalid.contains { $0 >= start }
    }
    defer { (placeUnderWay, messagesUnderWay) = (nil, []) }
    return (obstacle == nil ? placeUnderWay : nil, messages)
  }
}
