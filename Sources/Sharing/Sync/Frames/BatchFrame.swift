import Encoding

/// A `batch` frame, which contains several item frames, parsed in one of two ways: in one pass, or from a `SyncFrame`,
/// which finds the problems. `MessageBatches` writes the frames to send.
package struct BatchFrame: Hashable, Sendable {
  package private(set) var messageID: String?
  package private(set) var messages: [SyncFrame] = []
  /// The problems of members that are not valid frames; always empty after parsing in one pass.
  package private(set) var problems: [FrameProblem] = []

  /// The largest number of messages. A larger batch is refused.
  private static let limit = 1000

  init(messageID: String?, messages: [SyncFrame]) {
    self.messageID = messageID
    self.messages = messages
  }

  /// Parses a `batch` frame in one pass; nil if the frame does not begin with this type, or has an error.
  ///
  /// Almost all changes arrive this way. The way by a `SyncFrame` visits each byte once more.
  package init?(parsing bytes: [UInt8]) {
    // The caller then reads the same bytes as a `SyncFrame`, which finds and reports the error.
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

  /// Reads the payload of a `batch` frame. Throws if it is malformed. Messages that are not frames are only added to
  /// `problems`.
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

  /// Reads the messages of a payload. `take` reads one and returns a problem to stop at.
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

  /// Reads a message in place. Returns its problem, which ends the batch.
  private mutating func takeInPlace(_ reader: inout JSONReader) throws(JSONError) -> FrameProblem? {
    do throws(FrameProblem) {
      messages.append(try SyncFrame(reading: &reader))
      return nil
    } catch {
      return error
    }
  }

  /// Reads a message separately. Its problem is added to `problems`.
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
