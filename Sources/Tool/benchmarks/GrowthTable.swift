import Foundation
import TestSupport

/// `benchmarks scale`: measures how time and memory of the program grow with the number of messages.
struct GrowthTable {
  private let folder: URL
  private let tool: String
  /// The largest number of messages for the offline model.
  private let most: Int
  /// The number of messages for the endpoint; 0 for no such run.
  private let mostAsked: Int

  init(_ arguments: inout Arguments) throws {
    folder = try arguments.folder()
    tool = try arguments.tool()
    most = try arguments.number("--to", else: 1_000_000)
    mostAsked = try arguments.number("--endpoint", else: 100_000)
    try arguments.end()
  }

  /// Reads archives of increasing size, by factors of ten, into separate stores. Measures the offline model, one more
  /// message, and the list; then a local endpoint that answers at once without items.
  func print() throws {
    let columns = Columns(["", "seconds", "processor", "s a million", "MB"], first: 28)
    for count in sequence(first: min(100_000, most), next: { $0 * 10 <= most ? $0 * 10 : nil }) {
      let (archive, more, store) = try archive(count)
      let extract = [tool, "extract", "--offline", "--quiet", "--store", store]
      try row("offline, \(count) messages", extract + [archive], count, columns)
      try row("  one more", extract + [more], nil, columns)
      try row("  list", [tool, "list", "--limit", "50", "--store", store], nil, columns)
    }
    if mostAsked == 0 { return }
    let body =
      #"{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"{\"items\":[]}"}}],"usage":{"prompt_tokens":1000,"completion_tokens":6}}"#
    let server = try LoopbackServer { _ in .text(body) }
    defer { server.stop() }
    let (archive, _, store) = try archive(mostAsked)
    try row(
      "endpoint, \(mostAsked) messages",
      [
        tool, "extract", "--quiet", "--store", store, "--base-url", server.address + "/v1",
        "--model", "m", "--trust-silence", archive,
      ], mostAsked, columns)
  }

  /// Creates an archive and one more message of its last conversation. Returns their paths and that of a new store.
  private func archive(_ count: Int) throws -> (archive: String, more: String, store: String) {
    let place = folder.appending(path: "archive-\(count)")
    let chat = GeneratedChat(
      shape: try ChatShape("tasks=10,conversations=\(max(count / 2000, 1))"))
    let (archive, more) = (place.appending(path: "chat"), place.appending(path: "more"))
    let store = place.appending(path: "store")
    try? FileManager.default.removeItem(at: store)
    try chat.write(0..<count, to: archive)
    try chat.write(count..<count + 1, to: more)
    return (archive.path, more.path, store.path)
  }

  private func row(
    _ name: String, _ command: [String], _ count: Int?, _ columns: Columns
  ) throws {
    let run = try MeasuredRun(command, environment: ["XDG_STATE_HOME": folder.path])
    columns.row([
      name, Columns.text(run.wall), Columns.text(run.processor),
      count.map { Columns.text(run.wall * 1e6 / Double($0)) } ?? "", Columns.text(run.memory, 0),
    ])
  }
}
