import JSONText

/// A window that failed: its messages will be taken again, unless that has happened too often.
struct FailureLine: Hashable {
  var conversation: String
  /// What the window is called, for people.
  var what: String
  /// Why it failed.
  var why: String
  var run: Int
  var digests: [UInt64]
  /// The model and where it is, where a filter there refused the window: it is not asked again.
  var refusedBy: String?

  init(
    conversation: String, what: String, why: String, run: Int, digests: [UInt64],
    refusedBy: String? = nil
  ) {
    self.refusedBy = refusedBy
    self.conversation = conversation
    self.what = what
    self.why = why
    self.run = run
    self.digests = digests
  }

  init(reading reader: inout JSONReader) throws {
    (conversation, what, why, run, digests) = ("", "", "", 0, [])
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "conversation": conversation = try reader.readString()
      case "what": what = try reader.readString()
      case "why": why = try reader.readString()
      case "run": run = try reader.readInt()
      case "digests": digests = try DigestText.read(&reader)
      case "refusedBy": refusedBy = try reader.readString()
      default: try reader.skipValue()
      }
    }
  }

  /// The object of the line.
  var line: [UInt8] {
    StoreLine.object { writer in
      writer.key("failed")
      writer.beginObject()
      writer.field("conversation", conversation)
      writer.field("what", what)
      writer.field("why", why)
      writer.field("run", run)
      writer.key("digests")
      DigestText.write(digests, &writer)
      if let refusedBy {
        writer.field("refusedBy", refusedBy)
      }
      writer.endObject()
    }
  }
}
