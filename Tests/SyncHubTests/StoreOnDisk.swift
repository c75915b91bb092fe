import ActionItems
import CivilTime
import Store

/// A store in a folder, with a fixed time.
enum StoreOnDisk {
  static func make(_ path: String) throws -> ActionItemStore {
    try ActionItemStore(
      folder: try DiskFolder(creating: path), creating: true,
      now: { Timestamp(seconds: 1_767_600_000) ?? .epoch })
  }

  /// Adds a number of items.
  static func add(_ count: Int, _ what: String, to store: ActionItemStore) async throws {
    for number in 0..<count {
      _ = try await store.commit([SimulatedClient.outcome("\(what) \(number)", "\(what)-\(number)")]
      )
    }
  }

  static func tasks(_ store: ActionItemStore) async throws -> [String] {
    try await store.fetch().map(\.task).sorted()
  }
}
