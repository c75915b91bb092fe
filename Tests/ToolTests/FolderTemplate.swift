import TestSupport

/// A folder that many tests start from. The first test that needs it creates it, and each gets its own copy.
actor FolderTemplate {
  private let make: @Sendable (TemporaryDirectory) async throws -> Void
  private var original: Task<TemporaryDirectory, any Error>?

  init(_ make: @escaping @Sendable (TemporaryDirectory) async throws -> Void) {
    self.make = make
  }

  /// Returns a copy for one test.
  func copy() async throws -> TemporaryDirectory {
    let make = make
    let task =
      original
      ?? Task {
        let directory = try TemporaryDirectory()
        try await make(directory)
        return directory
      }
    original = task
    return try TemporaryDirectory(copying: try await task.value)
  }
}
