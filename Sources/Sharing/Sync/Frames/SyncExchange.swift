import Encoding

/// The parsed contents of a frame `sync.request`, `sync.full` or `sync.partial`: a request for items, or the items.
package enum SyncExchange: Hashable, Sendable {
  /// A request for the changes after a sequence number.
  case changes(after: Int)
  case requestedItems([String])  // a request for items, by id
  /// The items of an answer, each as a frame. They do not move the cursor in the sender's store.
  case answer(BatchFrame)

  package static func isType(_ type: String) -> Bool {
    type == "sync.request" || type == "sync.full" || type == "sync.partial"
  }

  package static let idLimit = 1000
  fileprivate static let itemLimit = 10_000

  /// Reads a frame. A frame with a list of items is an answer, except `sync.request`. Other frames are requests:
  /// `sync.full` for everything, the others for the ids or the changes that they name.
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
      self = .requestedItems(ids)
    } else {
      guard members.since != nil || frame.type == "sync.request" else {
        throw .badRequest("it names neither since nor ids")
      }
      self = .changes(after: max(0, members.since ?? 0))
    }
  }
}

/// The members of the payload of an exchange frame.
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
        SyncFrame.isProperID(id)
      else {
        problem = "one of the ids is invalid"
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
        problem = "it has too many items"
        return
      }
      found.append(Self.frame(Array(try reader.readRaw())))
    }
    items = found
  }

  /// Returns the frame of a list element, which may be a whole frame or only an item.
  private static func frame(_ bytes: [UInt8]) -> SyncFrame {
    if let frame = try? SyncFrame(parsing: bytes), frame.payload.first == UInt8(ascii: "{") {
      return frame
    }
    return SyncFrame(type: "item.updated", messageID: nil, payload: bytes)
  }
}
