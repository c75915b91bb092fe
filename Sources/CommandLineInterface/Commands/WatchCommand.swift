import ActionItemRepository
import Extraction
import ItemCoding
import JSONText

/// `watch`: the change feed, one JSON object a line.
enum WatchCommand {
  static let since = Option<Int>.number(
    "since", 0...Int.max, "start after change number N (default: after the last one there is)"
  ).perCall
  static let noFollow = Option.flag(
    "no-follow", "stop at the end instead of waiting for more"
  ).perCall

  static let command = Command(
    name: "watch", operands: "", operandCount: 0...0, summary: "follow the changes of items",
    details: """
      Prints each change of an item as one JSON object a line, in order, as it is committed by this or any
      other process: "sequence", "change" (created, updated, completed, reopened, deleted),
      "at", "by" (model, person, sync), "run" and the "item" after the change. Numbers rise but may have
      gaps; --since 0 begins at the beginning.
      """,
    options: [since, noFollow], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let folder = try invocation.existingStoreFolder()
    let store = try invocation.openStore()
    var start = invocation.settings.value(of: since)
    if start == nil {
      start = invocation.settings.isOn(noFollow) ? 0 : try await store.lastSequence()
    }
    let output = invocation.console.output
    if invocation.settings.isOn(noFollow) {
      var reader = try ChangeReader(folder: folder, since: start ?? 0)
      try reader.read { try print($0, to: output) }
      return .done
    }
    for try await events in ChangeFeed(folder: folder, since: start ?? 0).follow() {
      for event in events { try print(event, to: output) }
      try output.flush()
    }
    return .done
  }

  private static func print(_ event: FeedEvent, to output: OutputStream) throws {
    var writer = JSONWriter(escaping: .invisibles)
    writer.feedEvent(event)
    writer.endLine()
    try output.write(writer.bytes)
  }
}

extension JSONWriter {
  /// Writes an event of the change feed as an object.
  mutating func feedEvent(_ event: FeedEvent) {
    beginObject()
    key("schema")
    int(1)
    key("sequence")
    int(event.sequence)
    key("change")
    if case .change(let change) = event {
      string(change.change.kind.rawValue)
      key("at")
      timestamp(change.at)
      key("by")
      string(change.change.by.rawValue)
      key("run")
      if let run = change.run { int(run) } else { null() }
      key("item")
      item(change.change.known.item)
    } else {
      string("reset")
      for name in ["at", "by", "run", "item"] {
        key(name)
        null()
      }
    }
    endObject()
  }
}
