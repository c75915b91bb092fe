import Store
import Sync
import Synchronization

/// Decides which changes of clients are stored. It refuses those over the limits of the hub or the quota of a token,
/// those outside the channels of a token, and new items with invalid ids.
///
/// Several requests at once may exceed a limit of the hub by one item each.
final class HubAdmission: Sendable {
  private let store: ActionItemStore
  private let limits: StoreLimits
  private let usage: QuotaUsage?
  private let warn: @Sendable (String) -> Void
  private let warnings = Mutex(LimitWarnings())

  init(
    store: ActionItemStore, limits: StoreLimits = StoreLimits(), usage: QuotaUsage? = nil,
    warn: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.store, self.limits, self.usage, self.warn) = (store, limits, usage, warn)
  }

  /// The store's size; nil without limits. Warns once about each limit that the store comes near with `items` more.
  @discardableResult
  func look(adding items: Int = 0) async throws -> StoreSize? {
    if limits.isNone { return nil }
    let size = try await limits.size(of: store)
    let next = StoreSize(items: size.items + items, bytes: size.bytes)
    for warning in warnings.withLock({ $0.news(of: next, limits) }) { warn(warning) }
    return size
  }

  func save() throws { try usage?.save() }

  // MARK: - Requests

  /// Runs `write`, the change of a request, if limits and quota allow it. Otherwise throws `RequestProblem`.
  func write<Result>(
    adding items: Int = 0, bytes: Int, by access: HubAccess, _ write: () async throws -> Result
  ) async throws -> Result {
    if let size = try await look(adding: items),
      let reached = limits.reached(by: size, adding: items)
    {
      let what =
        switch reached {
        case .items: "new items are refused"
        case .bytes: "the hub takes nothing more"
        }
      throw RequestProblem(507, "\(what): \(reached)")
    }
    if let claims = access.claims, let problem = usage?.take(items: items, bytes: bytes, by: claims)
    {
      throw RequestProblem(507, problem)
    }
    do {
      return try await write()
    } catch {
      if let claims = access.claims { usage?.giveBack(items: items, bytes: bytes, by: claims) }
      throw error
    }
  }

  // MARK: - Sessions

  /// The changes of a batch that are not stored, by index and reason.
  struct Refusals {
    /// Changes whose item is outside the limit of the sender's token, before or after the change.
    var forbidden: Set<Int> = []
    /// Changes over a limit or quota, with the problem.
    var postponed: [Int: String] = [:]
    /// New items with invalid ids.
    var invalid: Set<Int> = []

    init(forbidden: Set<Int> = [], invalid: Set<Int> = []) {
      (self.forbidden, self.invalid) = (forbidden, invalid)
    }

    var isEmpty: Bool { forbidden.isEmpty && postponed.isEmpty && invalid.isEmpty }
    /// The use of quotas that was counted for the other changes.
    fileprivate var used: [(claims: TokenClaims, items: Int, bytes: Int)] = []
  }

  /// Finds the changes of a batch to refuse, and counts the others as used by their tokens.
  func refusals(of batch: [SyncServerSession.PendingChange]) async throws -> Refusals {
    var reached: StoreLimits.Reached?
    var room = Int.max
    if !limits.isNone {
      let size = try await limits.size(of: store)
      reached = limits.reached(by: size, adding: batch.count)
      room = limits.items.map { $0 - size.items } ?? room
    }
    let isBounded =
      reached != nil || batch.contains { !($0.access.claims?.scope.quota.isNone ?? true) }
    let versions = batch.map(\.version)
    let invalid = try await store.withInvalidIDs(versions)
    if !isBounded, invalid.isEmpty, batch.allSatisfy({ $0.access.limit == nil }) {
      return Refusals()
    }
    let state = Mutex((refusals: Refusals(invalid: invalid), room: room))
    _ = try await store.refused(versions) { index, before, after in
      if invalid.contains(index) { return false }
      let (access, size) = (batch[index].access, batch[index].size)
      let isNew = before == nil && after != nil
      return state.withLock { state in
        guard access.allows(before, after) else {
          state.refusals.forbidden.insert(index)
          return false
        }
        if batch[index].version.purges(before, leaving: after) { return true }
        if case .bytes? = reached {
          state.refusals.postponed[index] = reached.map { "\($0)" }
        } else if isNew, state.room <= 0 {
          state.refusals.postponed[index] = reached.map { "\($0)" }
        } else if let claims = access.claims, let usage {
          let problem = usage.take(items: isNew ? 1 : 0, bytes: size, by: claims)
          state.refusals.postponed[index] = problem
          if problem == nil { state.refusals.used.append((claims, isNew ? 1 : 0, size)) }
        }
        guard state.refusals.postponed[index] == nil else { return false }
        if isNew { state.room -= 1 }
        return true
      }
    }
    return state.withLock(\.refusals)
  }

  /// Uncounts the use of quotas if the other changes were not stored after all.
  func giveBack(_ refusals: Refusals) {
    for used in refusals.used {
      usage?.giveBack(items: used.items, bytes: used.bytes, by: used.claims)
    }
  }
}
