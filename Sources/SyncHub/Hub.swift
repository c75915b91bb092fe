public import ActionItemRepository
public import CivilTime
import Dispatch
import Journal
import SyncEngine
import Synchronization

/// A small engine of the sync protocol: takes over what its clients send, and tells each what the
/// others have changed.
///
/// What is acknowledged is durable in the hub's own store. Nothing is kept for clients but how far each
/// store was taken over: they say themselves how far they have followed the hub's journal.
public final class Hub: Sendable {
  /// Where it listens, with the port that the system chose.
  public let address: ListenAddress
  let store: ActionItemStore
  private let loop: HubLoop
  let mailbox: HubMailbox
  private let records: DeviceRecords
  private let intake: IncomingQueue
  private let orders: AsyncStream<HubLoop.ReadingOrder>
  let questions: AsyncStream<Question>
  let items: HubItems
  let plainList: PlainList
  private let finish: @Sendable () -> Void
  let last: LastSequence
  private let queue = DispatchQueue(label: "actionitems.hub")
  private let files = DispatchQueue(label: "actionitems.hub.files")
  /// Keeps other hubs from the store: neither would know what the other has acknowledged.
  private let lock: any StorageLock

  /// When something was taken over last; nil where the journal was looked at since. What an earlier hub has taken
  /// over counts as of its start.
  private let lastIntake = Mutex<ContinuousClock.Instant?>(.now)

  /// Is told what happens.
  let log: @Sendable (String) -> Void
  /// Is told what somebody has to see to.
  private let warn: @Sendable (String) -> Void
  private let room = Room()
  let askers = Askers()
  private let exchanges: HubExchanges
  /// Devices of which it was told that their clocks are ahead.
  private let devicesAhead = Mutex<Set<String>>([])
  private let start = ContinuousClock.now

  private let quietTime: Duration
  private let lookInterval: Duration
  let tokens: HubTokens?
  let wall: @Sendable () -> Timestamp

  /// The number of the last line that is known to be in the journal.
  final class LastSequence: Sendable {
    let number: Mutex<Int>
    init(_ number: Int) { self.number = Mutex(number) }
    func note(_ sequence: Int) { number.withLock { $0 = max($0, sequence) } }
  }

  /// Whether there is room for what comes in.
  private final class Room: Sendable {
    let state = Mutex(DiskRoom())
  }

  /// Starts to listen; clients are served once `run` is called. `warn` is told what somebody has to see to.
  ///
  /// Throws `HubError` where it cannot, or where another hub works with the store.
  public init(
    store: ActionItemStore, listeningOn address: ListenAddress, settings: HubSettings,
    wall: @escaping @Sendable () -> Timestamp, log: @escaping @Sendable (String) -> Void,
    warn: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws {
    // Beside the folder that shows that a hub has served: one that cannot listen has not.
    guard let lock = try store.folder.lock("hub.lock", wait: false) else {
      var error = HubError(
        "serve \(store.folder.path)", reason: "another hub works with this store")
      error.isBusy = true
      throw error
    }
    self.lock = lock
    let listener = try Listener(address)
    self.address = listener.address
    self.store = store
    let mailbox = try HubMailbox()
    let records = try DeviceRecords(in: store.folder)
    exchanges = HubExchanges(in: try store.folder.folder(DeviceRecords.folder))
    let last = LastSequence(try await store.lastSequence())
    let intake = IncomingQueue()
    let (orders, ordering) = AsyncStream.makeStream(of: HubLoop.ReadingOrder.self)
    let (questions, asking) = AsyncStream.makeStream(of: Question.self)
    loop = HubLoop(
      listener: listener, mailbox: mailbox, settings: settings,
      surroundings: HubLoop.Surroundings(
        store: store.id, lastSequence: { last.number.withLock { $0 } },
        known: { records.place(of: $0) },
        mayBe: { device, subject, mayWrite in
          records.mayBe(device, of: subject, noting: mayWrite) {
            settings.tokens?.areGone(of: $0, at: wall()) ?? false
          }
        },
        take: { intake.put($0) },
        queuedBytes: { intake.bytes }, isDiskFull: { [room] in room.state.withLock(\.isFull) },
        ask: { [askers] connection, request, access in
          var request = request
          request.isWanted = { askers.wanted.withLock { $0[connection] ?? false } }
          askers.wanted.withLock { $0[connection] = true }
          asking.yield(Question(connection: connection, request: request, access: access))
        },
        giveUp: { [askers] connection in
          askers.wanted.withLock { if $0[connection] != nil { $0[connection] = false } }
        },
        read: { ordering.yield($0) }, wall: wall, log: log, warn: warn))
    items = HubItems(store: store, wall: wall)
    plainList = PlainList(items: items, code: FormCode(settings))
    self.questions = questions
    finish = {
      intake.finish()
      ordering.finish()
      asking.finish()
    }
    self.mailbox = mailbox
    self.records = records
    self.last = last
    quietTime = settings.quietTime
    lookInterval = settings.lookInterval
    tokens = settings.tokens
    self.wall = wall
    self.intake = intake
    self.orders = orders
    self.log = log
    self.warn = warn
  }

  /// Serves clients until the task is cancelled; throws where the store cannot be used any more.
  public func run() async throws {
    let follower = StoreFollower(path: store.folder.path, seconds: lookInterval / .seconds(1)) {
      [mailbox] in mailbox.post(.storeChanged)
    }
    let lookAtTokens = { @Sendable [tokens, mailbox, warn] in
      if let problem = tokens?.reload() { warn("nobody is let in by name: \(problem)") }
      mailbox.post(.lookAgain)
    }
    lookAtTokens()
    let tokenFollower = tokens.map { StoreFollower(path: $0.folder.path, look: lookAtTokens) }
    defer { withExtendedLifetime((follower, tokenFollower)) {} }
    try await withTaskCancellationHandler {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await self.takeOver() }
        group.addTask { await self.readOrders() }
        // Not cancelled with the rest: whoever has asked hears what came of it.
        group.addTask { await Task { await self.answerQuestions() }.value }
        group.addTask { await self.serve() }
        group.addTask { try await self.tidy() }
        do {
          for try await _ in group {}
        } catch {
          mailbox.post(.stop)
          throw error
        }
      }
      try await saveRecords()
    } onCancel: {
      mailbox.post(.stop)
    }
  }

  /// Keeps what is known of devices, on a thread that may wait for the disk. Where there is no room, what was kept
  /// before stands: it may be behind.
  private func saveRecords() async throws {
    do {
      try await exchanges.flush()
      try await withCheckedThrowingContinuation { continuation in
        files.async { [records] in continuation.resume(with: Result { try records.save() }) }
      }
    } catch let error as StorageError where error.isForWantOfRoom {
      log("what devices have sent is not noted: \(error.reason)")
    }
  }

  private func serve() async {
    await withCheckedContinuation { continuation in
      queue.async { [loop] in
        loop.run()
        continuation.resume()
      }
    }
    finish()
  }

  // MARK: - Writing

  /// Takes over what clients send: all that has come by then together.
  private func takeOver() async throws {
    var lastSave = ContinuousClock.now
    while let batch = await intake.next() {
      let size = batch.reduce(0) { $0 + $1.change.size }
      let forbidden = try await beyondLimits(batch)
      let taken = try await Taken.bySession(batch, forbidden: forbidden) { [self] versions in
        try await merge(versions, size: size)
      }
      last.note(try await store.lastSequence())
      for (session, taken) in taken {
        if let place = taken.place { records.note(place, of: taken.device) }
        mailbox.post(.applied(session: session, taken))
      }
      mailbox.post(.storeChanged)
      if ContinuousClock.now - lastSave > .seconds(1) {
        lastSave = .now
        try await saveRecords()
      }
      lastIntake.withLock { $0 = .now }
    }
  }

  /// Which changes are of items that their sender's token does not let it see, as they are here, or would be.
  private func beyondLimits(_ batch: [HubLoop.Incoming]) async throws -> Set<Int> {
    var beyond: Set<Int> = []
    for (index, incoming) in batch.enumerated() {
      guard let limit = incoming.limit else { continue }
      let (before, after) = try await store.preview(incoming.change.version)
      // Nothing is taken out of the limit either.
      if ![before, after].allSatisfy({ $0.map(limit.takes) ?? true }) { beyond.insert(index) }
    }
    return beyond
  }

  /// Takes versions over, which came with so many bytes.
  private func merge(_ versions: [PeerVersion], size: Int) async throws {
    let outcome = try await keeping(size) { [store, exchanges] in
      try await store.merge(try await exchanges.filled(versions), compacting: false)
    }
    await exchanges.note(outcome.exchanged)
    tellClocks(outcome)
  }

  /// Writes something of so many bytes, and tells when there is no room for it, and when there is again.
  func keeping<Result: Sendable>(
    _ size: Int, _ write: @Sendable () async throws -> Result,
    isKept: (Result) async -> Bool = { _ in true }
  ) async throws -> Result {
    let now = ContinuousClock.now - start
    do {
      if room.state.withLock(\.isFull) { try await store.recover() }
      let result = try await write()
      if await isKept(result) { noteKept(size) }
      return result
    } catch let error as StorageError where error.isForWantOfRoom {
      if room.state.withLock({ $0.noteFull(size, now) }) {
        warn(
          "\(error.path): \(error.reason): what comes in is refused until there is room, and what is here told as before"
        )
      }
      // Here too, that what was begun takes no room until somebody sends more.
      await recover()
      throw error
    }
  }

  /// Where there was no room, tries whether there is: whoever looks at the hub's health first sends nobody who writes.
  private func lookForRoom() async {
    guard let size = room.state.withLock(\.refusedBytes) else { return }
    let hasRoom = await withCheckedContinuation { continuation in
      files.async { [folder = store.folder] in
        continuation.resume(returning: Self.hasRoom(for: size, in: folder))
      }
    }
    if hasRoom { noteKept(size) }
  }

  /// Whether so many bytes, and some more, can be kept in a folder.
  private static func hasRoom(for size: Int, in folder: any StorageFolder) -> Bool {
    let name = "hub.room"
    defer { try? folder.remove(name) }
    do {
      let file = try folder.open(name, .replacing)
      try file.append([UInt8](repeating: 0, count: size + 1 << 16))
      try file.sync()
      return true
    } catch {
      return false
    }
  }

  private func noteKept(_ size: Int) {
    let now = ContinuousClock.now - start
    if room.state.withLock({ $0.noteKept(size, now) }) {
      warn("there is room on the disk again: what comes in is taken over")
    }
  }

  func recover() async {
    do { try await store.recover() } catch { log("the journal is not ready yet: \(error)") }
  }

  /// Tells of each device once that its clock is ahead.
  private func tellClocks(_ outcome: PeerOutcome) {
    for (device, lead) in outcome.ahead.sorted(by: { $0.key < $1.key }) {
      let isNew = devicesAhead.withLock { devices in
        devices.count < 10_000 && devices.insert(device).inserted
      }
      if isNew { warn(ClockLead.sentence(device, milliseconds: lead)) }
    }
  }

  /// Compacts once nothing comes in any more: before, the same items would be written many times. Where something
  /// always does, that is looked at now and then all the same.
  private func tidy() async throws {
    var lastLook = ContinuousClock.now
    while !intake.isFinished {
      do {
        try await Task.sleep(for: quietTime)
      } catch {
        return  // the hub ends
      }
      await lookForRoom()
      let isDue = lastIntake.withLock { last in
        let now = ContinuousClock.now
        guard let time = last, now - time >= quietTime || now - lastLook >= quietTime * 30 else {
          return false
        }
        last = nil
        return true
      }
      guard isDue else { continue }
      try await store.compactIfWorthwhile()
      lastLook = .now
      for warning in await store.takeWarnings() { warn(warning) }
    }
  }

  // MARK: - Reading

  private func readOrders() async {
    let reader = HubReader(store: store)
    for await order in orders {
      do {
        try await read(order, with: reader)
      } catch {
        // It may be one stretch of the journal that cannot be read: who is elsewhere goes on.
        if case .text(let item) = order {
          log("the text of an item could not be read: \(error)")
          mailbox.post(.found(item: item, .failure(error)))
        }
        guard let session = order.session else { continue }
        await reader.forget(session)
        mailbox.post(.failed(session: session, reason: "\(error)"))
      }
    }
  }

  private func read(_ order: HubLoop.ReadingOrder, with reader: HubReader) async throws {
    switch order {
    case .follow(let session, let after, let checksum, let origin):
      let mismatch = try await reader.follow(
        session, after: after, checksum: checksum, except: origin)
      if let mismatch { mailbox.post(.putBack(session: session, reason: "\(mismatch)")) }
    case .feed(let session, let limit, let ticket, let origin):
      guard let fed = try await reader.next(limit, for: session) else { return }
      if let origin { await exchanges.note(fed.entries, toldTo: origin) }
      for warning in fed.warnings { log(warning) }
      last.note(fed.place.sequence)
      mailbox.post(
        .fed(
          session: session, entries: fed.entries, place: fed.place, isAtEnd: fed.isAtEnd,
          ticket: ticket))
    case .items(let session, let ids):
      mailbox.post(.fedItems(session: session, entries: try await reader.items(ids)))
    case .text(let item):
      mailbox.post(.found(item: item, .success(try await reader.items([item]).first?.change)))
    case .forget(let session): await reader.forget(session)
    }
  }
}
