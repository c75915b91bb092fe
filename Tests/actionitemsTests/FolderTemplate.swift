import TestSupport

/// A folder that many tests begin with: the first that asks has it made, and each gets a copy of its own.
actor FolderTemplate {
  private let make: @Sendable (TemporaryDirectory) async throws -> Void
  private var original: Task<TemporaryDirectory, any Error>?

  init(_ make: @escaping @Sendable (TemporaryDirectory) async throws -> Void) {
    self.make = make
  }

  /// A copy, for the test that asks alone.
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
