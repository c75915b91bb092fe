import Foundation
import TestSupport
import Testing

/// A test run removes the folders of killed runs.
@Suite struct RunFolderTests {
  @Test func `folders of finished runs are removed, others stay`() throws {
    let directory = try TemporaryDirectory()
    let own = try RunFolder(in: directory.path)
    try directory.write("", to: "actionitems-tests-killed/lock")
    try directory.write("left", to: "actionitems-tests-killed/a/b")
    try directory.write("", to: "actionitems-tests-begun/a")
    try directory.write("", to: "another/lock")
    RunFolder.removeLeft(in: directory.path)
    let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    let kept = ["actionitems-tests-begun", "another", URL(filePath: own.path).lastPathComponent]
    #expect(left.sorted() == kept.sorted())
  }
}
