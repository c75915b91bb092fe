import TestSupport

/// A hub as a process, with the store `h` of a folder.
enum HubProcess {
  static let token = "a-token-that-nobody-may-see"

  /// The environment of a `sync` with this hub.
  static let syncing = ["ACTIONITEMS_SYNC_TOKEN": token]

  /// Starts a hub; returns the process and its address.
  static func start(
    in directory: TemporaryDirectory, token: String? = token, _ options: String...
  ) async throws -> (process: ToolProcess, address: String) {
    let process = try ToolProcess(
      ["hub", "--listen", "127.0.0.1:0", "--store", "h"] + options, in: directory,
      environment: token.map { ["ACTIONITEMS_HUB_TOKEN": $0] } ?? [:])
    let address = try await process.waitForErrors(containing: "listening on ")
    return (process, address)
  }
}
