import Foundation
import TestSupport

/// How time and memory grow with the messages that are read.
struct GrowthTable {
  let folder: URL
  let tool: String

  /// Reads archives of ten times as many messages each by the offline model, each into a store of its own; then
  /// one message more, and the list.
  func offline(upTo most: Int) throws {
    print("offline         seconds  processor  s a million   memory")
    for count in Self.sizes(upTo: most) {
      let archive = try GeneratedArchive(messages: count, in: folder)
      let store = try fresh("store-\(count)")
      let extract = [tool, "extract", "--offline", "--quiet", "--store", store]
      row("\(count) messages", try MeasuredRun(extract + [archive.file.path]), per: count)
      row("  one more", try MeasuredRun(extract + [try archive.oneMore().path]))
      row("  list", try MeasuredRun([tool, "list", "--limit", "50", "--store", store]))
    }
  }

  /// The same through an endpoint on this machine that answers at once and finds nothing.
  func endpoint(upTo most: Int) throws {
    let body =
      #"{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"{\"items\":[]}"}}],"usage":{"prompt_tokens":1000,"completion_tokens":6}}"#
    let server = try LoopbackServer { _ in .text(body) }
    defer { server.stop() }
    print("\nendpoint        seconds  processor  s a million   memory")
    for count in Self.sizes(upTo: most) {
      let archive = try GeneratedArchive(messages: count, in: folder)
      let store = try fresh("asked-\(count)")
      row(
        "\(count) messages",
        try MeasuredRun(
          [
            tool, "extract", "--quiet", "--store", store, "--base-url", server.address + "/v1",
            "--model", "m", "--trust-silence", archive.file.path,
          ], environment: ["XDG_STATE_HOME": folder.path]), per: count)
    }
  }

  private static func sizes(upTo most: Int) -> [Int] {
    sequence(first: 100_000) { $0 * 10 <= most ? $0 * 10 : nil }.map { $0 }
  }

  private func fresh(_ name: String) throws -> String {
    let store = folder.appending(path: name)
    try? FileManager.default.removeItem(at: store)
    return store.path
  }

  private func row(_ name: String, _ run: MeasuredRun, per count: Int? = nil) {
    let slope = count.map { String(format: "%11.2f", run.wall * 1e6 / Double($0)) } ?? "           "
    print(
      name.padding(toLength: 18, withPad: " ", startingAt: 0)
        + String(format: "%8.2f %9.2f %@ %8.0f MB", run.wall, run.processor, slope, run.memory))
    // Rows may be minutes apart.
    fflush(nil)
  }
}
