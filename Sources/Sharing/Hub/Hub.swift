package import CivilTime
import Dispatch
package import Store
import Sync
import Synchronization

/// A hub: the server of the sync protocol, the HTTP API and its pages. It owns `HubLoop` (the thread with the sockets),
/// and the tasks that apply clients' changes, read the store for clients, answer HTTP requests, and compact the store.
///
/// An acknowledged change is durable in the hub's own store. `DeviceRecords` has up to which change each client's store
/// was applied. Clients report themselves how far they have read the hub's journal.
package final class Hub: Sendable {
  /// The address that the hub listens on, with the port that the system chose.
  package let address: ListenAddress
  let shared: HubShared
  private let loop: HubLoop
  let items: HubItems
  let plainList: PlainList
  private let queue = DispatchQueue(label: "actionitems.hub")
  private let files = DispatchQueue(label: "actionitems.hub.files")
  /// Locks the store against other hubs. Two hubs would not know what the other one has acknowledged.
  private let lock: any StorageLock
  /// When a change was last applied; nil if `tidy` has considered compaction since. Changes of an earlier hub count
  /// from this hub's start.
  private let lastIntake = Mutex<ContinuousClock.Instant?>(.now)
  private let exchanges: HubExchanges
  private let admission: HubAdmission
  private let clockWarnings = Mutex(ClockWarnings())
  private let start = ContinuousClock.now

  /// Starts to listen. Clients are served once `run` is called. `warn` gets problems that the operator has to act on.
  /// `alert` gets problems of the store; nil stands for `warn`.
  ///
  /// Throws `HubError` if it cannot listen, or if another hub uses the store.
  package init(
    store: ActionItemStore, listeningOn address: ListenAddress, settings: HubSettings,
    wall: @escaping @Sendable () -> Timestamp, log: @escaping @Sendable (String) -> Void,
    warn: @escaping @Sendable (String) -> Void = { _ in },
    alert: (@Sendable (String) -> Void)? = nil
  ) async throws {
    // The lock file lies next to the folder of device records. That folder shows that a hub has served, and a hub that
    // cannot listen has not.
    guard let lock = try store.folder.lock("hub.lock", wait: false) else {
      var error = HubError(
        "serve \(store.folder.path)", reason: "another hub is using this store")
      error.isBusy = true
      throw error
    }
    self.lock = lock
    let listener = try address.listen()
    self.address = listener.address
    shared = try await HubShared(
      store: store, settings: settings, wall: wall, log: log, warn: warn, alert: alert ?? warn)
    let folder = try store.folder.folder(DeviceRecords.folder)
    exchanges = HubExchanges(in: folder)
    admission = HubAdmission(
      store: store, limits: settings.storeLimits,
      usage: settings.tokens == nil ? nil : try QuotaUsage(in: folder, at: wall()), warn: warn)
    loop = HubLoop(listener.socket, shared)
    items = HubItems(
      store: store, admission: admission, zone: settings.zone, zones: settings.zones, wall: wall)
    plainList = PlainList(items: items, code: FormCode(settings))
  }

  /// Serves clients until the task is cancelled. Throws when the store can no longer be used.
  package func run() async throws {
    await shared.store.lookForDamage()
    await reportStoreProblems()
    let (mailbox, settings, warn) = (shared.mailbox, shared.settings, shared.warn)
    let follower = StoreFollower(
      path: shared.store.folder.path, seconds: settings.lookInterval / .seconds(1)
    ) { mailbox.post(.storeChanged) }
    let lookAtTokens = { @Sendable in
      if let problem = settings.tokens?.reload() {
        warn("named tokens are not accepted: \(problem)")
      }
      mailbox.post(.lookAgain)
    }
    lookAtTokens()
    let tokenFollower = settings.tokens.map {
      StoreFollower(path: $0.folder.path, look: lookAtTokens)
    }
    defer { withExtendedLifetime((follower, tokenFollower)) {} }
    try await withTaskCancellationHandler {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await self.applyIncoming() }
        group.addTask {
          await HubReader(self.shared, items: self.items, exchanges: self.exchanges).run()
        }
        // Not cancelled with the rest, so that clients still get their answers.
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

  /// Saves the device records, quotas and exchanged versions, on queues that may wait for the disk. On a full disk the
  /// older files stay.
  private func saveRecords() async throws {
    do {
      try await exchanges.flush()
      try await withCheckedThrowingContinuation { continuation in
        files.async { [records = shared.records, admission] in
          continuation.resume(
            with: Result {
              try records.save()
              try admission.save()
            })
        }
      }
    } catch let error as StorageError where error.isOutOfSpace {
      shared.log("cannot store the cursors of devices: \(error.reason)")
    }
  }

  private func serve() async {
    await withCheckedContinuation { continuation in
      queue.async { [loop] in
        loop.run()
        continuation.resume()
      }
    }
    shared.finish()
  }

  // MARK: - Writing

  /// Applies the changes that clients send, until the hub ends. Waiting changes are applied in one batch.
  private func applyIncoming() async throws {
    var lastSave = ContinuousClock.now
    while let batch = await shared.inbox.next() {
      let size = batch.reduce(0) { $0 + $1.size }
      var batch = batch
      let filled = try await exchanges.filled(batch.map(\.version))
      for index in batch.indices { batch[index].version = filled[index] }
      let refusals = try await admission.refusals(of: batch)
      let noted = Set(batch.filter(\.isRemembered).map(\.version.origin))
      var isStored = false
      let taken: [Int: ApplyResult]
      do {
        taken = try await ApplyResult.bySession(batch, refusals: refusals) { [self] versions in
          let outcome = try await keeping(size) { [store = shared.store] in
            try await store.merge(versions, compacting: false)
          }
          isStored = true
          await exchanges.note(outcome.exchanged.filter { noted.contains($0.key) })
          for warning in clockWarnings.withLock({ $0.news(of: outcome) }) { shared.warn(warning) }
        }
      } catch {
        if !isStored { admission.giveBack(refusals) }
        throw error
      }
      if isStored { try await admission.look() } else { admission.giveBack(refusals) }
      shared.note(try await shared.store.lastSequence())
      for (session, taken) in taken {
        if let place = taken.place { shared.records.note(place, of: taken.device) }
        shared.mailbox.post(.applied(session: session, taken))
      }
      shared.mailbox.post(.storeChanged)
      if ContinuousClock.now - lastSave > .seconds(1) {
        lastSave = .now
        try await saveRecords()
      }
      lastIntake.withLock { $0 = .now }
    }
  }

  /// Runs `write`, which writes `size` bytes. Warns when the disk is full, and when it has room again (`isKept`).
  func keeping<Result: Sendable>(
    _ size: Int, _ write: @Sendable () async throws -> Result,
    isKept: (Result) async -> Bool = { _ in true }
  ) async throws -> Result {
    let now = ContinuousClock.now - start
    do {
      if shared.isDiskFull { try await shared.store.recover() }
      let result = try await write()
      if await isKept(result) { noteKept(size) }
      return result
    } catch let error as StorageError where error.isOutOfSpace {
      if shared.room.withLock({ $0.noteFull(size, now) }) {
        shared.warn(
          "\(error.path): \(error.reason): changes are refused until there is free space; reading continues"
        )
      }
      // Recovers at once. Otherwise a half-written commit would keep its room until the next client writes.
      await recover()
      throw error
    }
  }

  /// Probes whether a full disk has room again. Clients that check the hub's health send nothing while it is full.
  private func lookForRoom() async {
    guard let size = shared.room.withLock(\.refusedBytes) else { return }
    let hasRoom = await withCheckedContinuation { continuation in
      files.async { [folder = shared.store.folder] in
        // The refused size plus 64 KiB.
        let kept: Void? = try? folder.probe("hub.room", bytes: size + 1 << 16)
        continuation.resume(returning: kept != nil)
      }
    }
    if hasRoom { noteKept(size) }
  }

  private func noteKept(_ size: Int) {
    let now = ContinuousClock.now - start
    if shared.room.withLock({ $0.noteKept(size, now) }) {
      shared.warn("the disk has free space again: changes are accepted")
    }
  }

  func recover() async {
    do { try await shared.store.recover() } catch {
      shared.log("the journal is not ready yet: \(error)")
    }
  }

  /// Compacts the store when no change has arrived for a while; earlier, the same items would be written many times. On
  /// a hub that is always busy, checks at longer intervals. Also saves records and probes a full disk.
  private func tidy() async throws {
    let quietTime = shared.settings.quietTime
    var lastLook = ContinuousClock.now
    while !shared.inbox.isFinished {
      do {
        try await Task.sleep(for: quietTime)
      } catch {
        return  // the hub ends
      }
      await lookForRoom()
      await reportStoreProblems()
      // Requests over HTTP also count for quotas.
      try await saveRecords()
      let isDue = lastIntake.withLock { last in
        let now = ContinuousClock.now
        guard let time = last, now - time >= quietTime || now - lastLook >= quietTime * 30 else {
          return false
        }
        last = nil
        return true
      }
      guard isDue else { continue }
      try await shared.store.compactIfWorthwhile()
      lastLook = .now
    }
  }

  private func reportStoreProblems() async {
    let warnings = await shared.store.takeWarnings()
    shared.report(problems: warnings, isDamage: await shared.store.isDamaged)
  }
}
