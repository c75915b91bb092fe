import ActionItems
import ItemRecords
import Store
import Sync

/// Reads the hub's store for clients by orders of `HubLoop`: the journal from each session's own position, and single
/// items. Posts the results to the mailbox.
actor HubReader {
  enum Order: Sendable {
    /// Read the journal for a session after a sequence number. If `checksum` is not that of the line, `restored` is
    /// reported. `except` is the origin whose changes are left out.
    case follow(session: Int, after: Int, checksum: UInt32?, except: String?)
    /// Find the items that a limited client sees when its stream begins.
    case begin(session: Int, HubAccess)
    /// Read up to this many changes, and report them with the same ticket. `sentTo` is the client's origin if versions
    /// that it gets are noted in `HubExchanges`.
    case feed(session: Int, limit: Int, ticket: Int, sentTo: String?, HubAccess)
    /// Read the current versions of items.
    case items(session: Int, ids: [String])
    case text(item: String)
    case forget(session: Int)

    /// The session that the order is for; nil for several.
    fileprivate var session: Int? {
      switch self {
      case .follow(let session, _, _, _), .begin(let session, _), .feed(let session, _, _, _, _),
        .items(let session, _),
        .forget(let session):
        session
      case .text: nil
      }
    }
  }

  private let executor = QueueExecutor("actionitems.hub.reading")  // because files block
  private let shared: HubShared
  private let exchanges: HubExchanges
  private var readers: [Int: ChangeReader] = [:]
  /// The number of changes in the next read, by session.
  private var steps: [Int: Int] = [:]
  private let items: HubItems
  /// The items that people with limited tokens have got, by subject.
  private var shown: [String: ShownItems] = [:]

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  init(_ shared: HubShared, items: HubItems, exchanges: HubExchanges) {
    (self.shared, self.items, self.exchanges) = (shared, items, exchanges)
  }

  private var store: ActionItemStore { shared.store }

  /// Carries out orders until the hub ends.
  func run() async {
    for await order in shared.orders {
      do {
        try await read(order)
      } catch {
        // Perhaps only one part of the journal is unreadable, so sessions that read elsewhere go on.
        if case .text(let item) = order {
          shared.log("the text of an item could not be read: \(error)")
          shared.mailbox.post(.found(item: item, .failure(error)))
        }
        guard let session = order.session else { continue }
        forget(session)
        shared.mailbox.post(.failed(session: session, reason: "\(error)"))
      }
    }
  }

  private func read(_ order: Order) async throws {
    switch order {
    case .follow(let session, let after, let checksum, let origin):
      let mismatch = try await follow(session, after: after, checksum: checksum, except: origin)
      if let mismatch { shared.mailbox.post(.restored(session: session, reason: "\(mismatch)")) }
    case .begin(let session, let access):
      shared.mailbox.post(.began(session: session, showing: try await items.shown(access)))
    case .feed(let session, let limit, let ticket, let origin, let access):
      guard let fed = try await next(limit, for: session, access) else { return }
      if let origin { await exchanges.note(fed.entries, sentTo: origin) }
      shared.report(problems: fed.warnings, isDamage: !fed.warnings.isEmpty)
      shared.note(fed.place.sequence)
      shared.mailbox.post(.fed(session: session, fed, ticket: ticket))
    case .items(let session, let ids):
      let entries = try await store.changes(ofItems: ids, bytes: RequestedItems.portionBytes)
      shared.mailbox.post(.fedItems(session: session, entries: entries))
    case .text(let item):
      let change = try await store.changes(ofItems: [item]).first?.change
      shared.mailbox.post(.found(item: item, .success(change)))
    case .forget(let session): forget(session)
    }
  }

  /// Starts to read for a session after a sequence number.
  ///
  /// If the line of that number has another checksum, starts from the beginning and returns the mismatch. Without
  /// `origin` (an event stream), a number beyond the end starts at the end, and the mismatch is returned too.
  private func follow(
    _ session: Int, after: Int, checksum: UInt32?, except origin: String?
  ) async throws -> ChangeReader.Mismatch? {
    let end = try await store.lastSequence()
    let sequence = min(after, end)
    let place = FeedCursor(store: store.id, sequence: sequence, checksum: checksum)
    do {
      readers[session] = try ChangeReader(
        folder: store.folder, after: sequence == 0 ? nil : place, except: origin)
      // The client of the stream has seen changes that this store never had, or has no longer.
      if origin == nil, after > end { return .afterEnd(sequence: after, last: end) }
      return nil
    } catch let mismatch as ChangeReader.Mismatch {
      readers[session] = try ChangeReader(folder: store.folder, except: origin)
      return mismatch
    }
  }

  /// The changes of one read.
  struct Portion: Sendable {
    var entries: [ChangeReader.Entry]
    /// The position after the last line that was read.
    var place: FeedCursor
    var isAtEnd: Bool
    var warnings: [String]
    /// The purged items among the entries that the client's person has got, if the token is limited.
    var purged: Set<ItemKey> = []
  }

  /// The next changes for a session; nil if the session is unknown.
  private func next(_ limit: Int, for session: Int, _ access: HubAccess) async throws -> Portion? {
    let count = min(steps[session, default: Self.firstStep], limit)
    guard let entries = try readers[session]?.next(count, bytes: Self.portionBytes) else {
      return nil
    }
    steps[session] = count * 2
    let size = entries.reduce(0) { $0 + $1.change.item.textBytes }
    let isAtEnd = entries.count < count && size < Self.portionBytes
    guard let place = readers[session]?.position else { return nil }
    let warnings = readers[session]?.takeWarnings() ?? []
    var portion = Portion(entries: entries, place: place, isAtEnd: isAtEnd, warnings: warnings)
    portion.purged = try await purged(entries, access)
    return portion
  }

  /// The purged items among changes that a limited client's person has got. Records the items that they get now.
  private func purged(
    _ entries: [ChangeReader.Entry], _ access: HubAccess
  ) async throws -> Set<ItemKey> {
    guard access.limit != nil, let subject = access.claims?.subject else { return [] }
    var known: ShownItems
    if let before = shown.removeValue(forKey: subject) {
      known = before
    } else {
      known = try ShownItems(of: subject, in: store.folder.folder(DeviceRecords.folder))
      if known.isNew { for key in try await items.shown(access) { known.insert(key) } }
    }
    var purged: Set<ItemKey> = []
    for change in entries.map(\.change) {
      let key = ItemKey(change.item.id)
      if access.shows(change.item) {
        known.insert(key)
      } else if change.change.known.removal == .purged, known.contains(key) {
        purged.insert(key)
      }
    }
    try known.save()
    shown[subject] = known
    return purged
  }

  /// The number of changes in a session's first read. It doubles with each read, because reading a part of a large
  /// commit reads the whole commit.
  private static let firstStep = 50
  /// The size of texts in bytes at which a read ends.
  private static let portionBytes = 1 << 20

  private func forget(_ session: Int) { (readers[session], steps[session]) = (nil, nil) }
}
