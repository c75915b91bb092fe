import Foundation
import TestSupport
import Testing

/// A lock of the store that another process keeps for long.
@Suite struct HeldLockTests {
  private static func add(_ options: [String], _ directory: TemporaryDirectory) throws
    -> ToolProcess
  {
    try ToolProcess(["add", "Send the report", "--store", "s"] + options, in: directory)
  }

  @Test(arguments: [[], ["--quiet"]])
  func `a wait names the holder of the lock once`(options: [String]) async throws {
    let directory = try TemporaryDirectory()
    #expect(try await Self.add([], directory).outcome().status == 0)
    let path = directory.path + "/s/lock"
    let lock = try #require(FileHandle(forUpdatingAtPath: path))
    try #require(flock(lock.fileDescriptor, LOCK_EX) == 0)
    let tool = try Self.add(options, directory)
    let other = try Self.add([], directory)
    let told = "which has locked s/lock; let it end, or end it with 'kill \(getpid())'"
    _ = try await other.waitForErrors(containing: told)
    try #require(flock(lock.fileDescriptor, LOCK_UN) == 0)
    for process in [tool, other] {
      let run = try await process.outcome()
      #expect(run.status == 0, "\(run.errors)")
      let expected = process === other ? 1...1 : options.isEmpty ? 0...1 : 0...0
      #expect(
        expected.contains(run.errors.components(separatedBy: told).count - 1), "\(run.errors)")
    }
  }
}
