import CivilTime
import Store
import TestSupport

@testable import SyncHub

/// A store with some items, and the hub's request handler over it.
struct HubDesk {
  let directory: TemporaryDirectory
  let store: ActionItemStore
  let items: HubItems

  init(
    tasks: [String] = ["Call Bo", "Write to Ann", "Send the report"], zone: Zone = .utc
  ) async throws {
    directory = try TemporaryDirectory()
    store = try StoreOnDisk.make(directory.path + "/hub")
    for (number, task) in tasks.enumerated() {
      try await store.commit(task, "\(number)")
    }
    items = HubItems(
      store: store, admission: HubAdmission(store: store), zone: zone, wall: { .epoch })
  }

  /// Answers a raw HTTP request.
  func answer(_ text: String, _ access: HubAccess = .full) async throws -> HubAnswer {
    let request = try Self.request(text)
    do {
      return try await items.answer(request, access)
    } catch {
      return HubItems.answer(to: error)
    }
  }

  func answer(
    _ method: String, _ path: String, _ fields: String..., body: String? = nil,
    access: HubAccess = .full
  ) async throws -> HubAnswer {
    var lines = ["\(method) \(path) HTTP/1.1", "Host: localhost"] + fields
    if let body {
      lines += ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"]
    }
    return try await answer(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""), access)
  }

  /// Parses a raw HTTP request.
  static func request(_ text: String) throws -> HubRequest {
    var connection = HubConnection(limits: HubSettings(token: nil).limits)
    let events = Array(text.utf8).withUnsafeBytes { connection.receive($0) }
    guard case .request(let request)? = events.first else {
      throw HubError("read the request", reason: "there is none")
    }
    return request
  }
}
