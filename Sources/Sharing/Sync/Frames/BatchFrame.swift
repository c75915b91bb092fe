import Encoding

/// Several frames in one.
package struct BatchFrame: Hashable, Sendable {
  package private(set) var messageID: String?
  package private(set) var messages: [SyncFrame] = []
  /// What is wrong with members that are no frames.
  package private(set) var problems: [FrameProblem] = []

  /// More are refused.
  private static let limit = 1000

  init(messageID: String?, messages: [SyncFrame]) {
    self.messageID = messageID
    self.messages = messages
  }

  /// Reads a batch as it comes in, in one go, where it is one that begins with its type and has no fault; nil
  /// otherwise.
  ///
  /// Almost all changes come that way: as a frame whose payload is read later, each byte would be looked at once
  /// more.
  package init?(parsing bytes: [UInt8]) {
    // Whatever is wrong with it is found again, and told, by whoever reads it as a frame.
    let isRead = try? SyncFrame.reading(bytes) { reader throws(JSONError) in try read(&reader) }
    guard isRead == true, SyncFrame.isProperID(messageID) else { return nil }
  }

  private mutating func read(_ reader: inout JSONReader) throws(JSONError) -> Bool {
    try reader.beginObject()
    guard try reader.nextKey()?.equals("type") == true, try reader.peek() == .string,
      try reader.readSlice().equals("batch")
    else { return false }
    var hasPayload = false
    while let key = try reader.nextKey() {
      switch key {
      case "type": return false
      case "messageID": messageID = try reader.readOptionalString()
      case "payload":
        let problem = try readPayload(&reader) { batch, reader throws(JSONError) in
          try batch.takeInPlace(&reader)
        }
        if hasPayload || problem != nil { return false }
        hasPayload = true
      default: try reader.skipValue()
      }
    }
    try reader.finish()
    return hasPayload
  }

  /// Reads the payload of any other `batch` frame; throws what is wrong with it. Of messages that are none each is
  /// among `problems`: the others are taken.
  package init(_ frame: SyncFrame) throws(FrameProblem) {
    messageID = frame.messageID
    let problem = SyncFrame.reading(frame.payload) { reader -> FrameProblem? in
      do throws(JSONError) {
        let problem = try readPayload(&reader) { batch, reader throws(JSONError) in
          try batch.takeApart(&reader)
        }
        if problem == nil { try reader.finish() }
        return problem
      } catch {
        return .notJSON(error)
      }
    }
    if let problem { throw problem }
  }

  /// Reads the messages of a payload; `take` takes each, and says why the rest need not be read.
  private mutating func readPayload(
    _ reader: inout JSONReader,
    _ take: (inout BatchFrame, inout JSONReader) throws(JSONError) -> FrameProblem?
  ) throws(JSONError) -> FrameProblem? {
    try reader.beginObject()
    var isEmpty = true
    while let key = try reader.nextKey() {
      guard key.equals("messages") else {
        try reader.skipValue()
        continue
      }
      isEmpty = false
      try reader.beginArray()
      while try reader.nextElement() {
        guard messages.count + problems.count < Self.limit else {
          return .badItem("a batch has more than \(Self.limit) messages")
        }
        if let problem = try take(&self, &reader) { return problem }
      }
    }
    return isEmpty ? .badItem("a batch has no 'messages'") : nil
  }

  /// Reads a message where it stands; a problem of it is one of the batch.
  private mutating func takeInPlace(_ reader: inout JSONReader) throws(JSONError) -> FrameProblem? {
    do throws(FrameProblem) {
      messages.append(try SyncFrame(reading: &reader))
      return nil
    } catch {
      return error
    }
  }

  /// Reads a message by itself; a problem of it is its own.
  private mutating func takeApart(_ reader: inout JSONReader) throws(JSONError) -> FrameProblem? {
    let message = Array(try reader.readRaw())
    do throws(FrameProblem) {
      messages.append(try SyncFrame(parsing: message))
    } catch {
      problems.append(error)
    }
    return nil
  }
}
