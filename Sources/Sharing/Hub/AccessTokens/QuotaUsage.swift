import CivilTime
import Encoding
import Store
import Sync
import Synchronization

/// Counts how much of its quota each token has used (`hub token --max-items`, `--max-bytes`), and refuses more.
///
/// The counts are stored in `hub/usage.json`. After a crash, the last seconds may be missing.
final class QuotaUsage: Sendable {
  /// The use of one token.
  private struct Used {
    var items = 0
    var bytes = 0
    let expires: Timestamp
  }

  private struct State {
    var used: [String: Used] = [:]
    var isChanged = false
  }

  private let folder: any StorageFolder
  private let state: Mutex<State>

  private static let name = "usage.json"

  /// Reads the file, without tokens that have expired. Throws if it is damaged: ignoring it would renew all quotas.
  init(in folder: any StorageFolder, at now: Timestamp) throws {
    self.folder = folder
    var state = State()
    if try folder.identity(of: Self.name) != nil {
      let file = try folder.open(Self.name, .reading)
      let size = min(try file.size(), TokenRegister.largest)
      guard let members = (try? JSONValue(parsing: file.read(size, at: 0)))?.object else {
        throw HubError(
          "read \(folder.path)/\(Self.name)",
          reason: "it is damaged; remove it to reset the quotas of all tokens")
      }
      for member in members {
        guard let items = member.value["items"]?.int, let bytes = member.value["bytes"]?.int,
          let expires = member.value["exp"]?.int.flatMap({ Timestamp(seconds: $0) }),
          !TokenCheck.isExpired(expires, at: now)
        else { continue }
        state.used[member.key] = Used(items: items, bytes: bytes, expires: expires)
      }
    }
    self.state = Mutex(state)
  }

  /// Counts items and bytes as used. If they exceed the token's quota, counts nothing and returns the problem.
  func take(items: Int, bytes: Int, by claims: TokenClaims) -> String? {
    let quota = claims.scope.quota
    if quota.isNone { return nil }
    return state.withLock { state in
      var used = state.used[claims.id] ?? Used(expires: claims.expires)
      if let limit = quota.items, items > 0, used.items + items > limit {
        return "this token has added its \(limit) items"
      }
      if let limit = quota.bytes, used.bytes + bytes > limit {
        return "this token has sent its \(limit) bytes"
      }
      used.items += items
      used.bytes += bytes
      state.used[claims.id] = used
      state.isChanged = true
      return nil
    }
  }

  /// Uncounts items and bytes that were not stored.
  func giveBack(items: Int, bytes: Int, by claims: TokenClaims) {
    state.withLock { state in
      state.used[claims.id]?.items -= items
      state.used[claims.id]?.bytes -= bytes
      state.isChanged = true
    }
  }

  /// Writes the file if something has changed since the last successful call.
  func save() throws {
    let changed = state.withLock { state -> State? in
      defer { state.isChanged = false }
      return state.isChanged ? state : nil
    }
    guard let changed else { return }
    var writer = JSONWriter()
    writer.value(
      .object(
        changed.used.sorted { $0.key < $1.key }.map { id, used in
          .init(
            id,
            [
              "items": .int(used.items), "bytes": .int(used.bytes),
              "exp": .int(used.expires.seconds),
            ])
        }))
    writer.endLine()
    do {
      try folder.replace(Self.name, with: writer.bytes)
    } catch {
      state.withLock { $0.isChanged = true }
      throw error
    }
  }
}
