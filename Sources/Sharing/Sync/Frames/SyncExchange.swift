import Encoding

/// What a `sync.request`, `sync.full` or `sync.partial` asks for, or brings.
package enum SyncExchange: Hashable, Sendable {
  /// To be told of what was changed behind a number.
  case changes(after: Int)
  case items([String])
  /// Items that are brought, each as a frame of its own; none says how far its sender has told its store.
  case answer(BatchFrame)

  package static func isType(_ type: String) -> Bool {
    type == "sync.request" || type == "sync.full" || type == "sync.partial"
  }

  package static let idLimit = 1000
  fileprivate static let itemLimit = 10_000

  /// Reads a frame: one with a list of items brings them, unless it is a request; without, `sync.full` asks for
  /// everything, and the others for what they name.
  package init(_ frame: SyncFrame) throws(FrameProblem) {
    var members = ExchangeMembers(takesItems: frame.type != "sync.request")
    do throws(JSONError) {
      try SyncFrame.reading(frame.payload) { reader throws(JSONError) in
        if try reader.peek() != .null { try members.read(&reader) }
      }
    } catch {
      throw .notJSON(error)
    }
    if let problem = members.problem { throw .badRequest(problem) }
    if let items = members.items {
      self = .answer(BatchFrame(messageID: frame.messageID, messages: items))
    } else if frame.type == "sync.full" {
      self = .changes(after: 0)
    } else if let ids = members.ids {
      self = .items(ids)
    } else {
      guard members.since != nil || frame.type == "sync.request" else {
        throw .badRequest("it names neither since nor ids")
      }
      self = .changes(after: max(0, members.since ?? 0))
    }
  }
}

/// The members of such a frame's payload.
private struct ExchangeMembers {
  let takesItems: Bool
  var since: Int?
  var ids: [String]?
  var items: [SyncFrame]?
  var problem: String?

  mutating func read(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while problem == nil, let key = try reader.nextKey() {
      switch key {
      case "since": since = try reader.readWholeNumber()
      case "ids": try readIDs(&reader)
      case "items", "messages": try readItems(&reader)
      default: try reader.skipValue()
      }
    }
  }

  private mutating func readIDs(_ reader: inout JSONReader) throws(JSONError) {
    guard try reader.peek() == .array else { return try reader.skipValue() }
    var found: [String] = []
    var known: Set<String> = []
    try reader.beginArray()
    while try reader.nextElement() {
      guard try reader.peek() == .string, case let id = try reader.readString(),
        SyncFrame.isItemID(id)
      else {
        problem = "one of the ids is none"
        return
      }
      guard known.insert(id).inserted else { continue }
      guard found.count < SyncExchange.idLimit else {
        problem = "it names more than \(SyncExchange.idLimit) ids"
        return
      }
      found.append(id)
    }
    ids = found
  }

  private mutating func readItems(_ reader: inout JSONReader) throws(JSONError) {
    guard takesItems, try reader.peek() == .array else { return try reader.skipValue() }
    var found = items ?? []
    try reader.beginArray()
    while try reader.nextElement() {
      guard found.count < SyncExchange.itemLimit else {
        problem = "it brings too many items"
        return
      }
      found.append(Self.frame(Array(try reader.readRaw())))
    }
    items = found
  }

  /// What stands in the list: a whole frame, or the item itself.
  private static func frame(_ bytes: [UInt8]) -> SyncFrame {
    if let frame = try? SyncFrame(parsing: bytes), frame.payload.first == UInt8(ascii: "{") {
      return frame
    }
    return SyncFrame(type: "item.updated", messageID: nil, payload: bytes)
  }
}

extension SyncFrame {
  package static func isItemID(_ id: String) -> Bool {
    !id.isEmpty && id.utf8.count <= longestID && id.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}
