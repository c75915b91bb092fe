import ActionItemModel
import Digests
package import Extraction
import JSONText
package import Journal
import Windowing

/// Writes the windows of a batch, with all that is needed to hold the answers against them, for the owner's
/// eyes alone: it is chat.
package final class WindowFileWriter {
  private let folder: any StorageFolder
  private let file: any StorageFile
  private let name: String
  private var buffer: [UInt8]
  private var isPut = false
  /// What tells whether the conversation's lines are those that were written.
  private var check = SHA256()

  private static let room = 1 << 20

  package init(
    _ terms: BatchTerms, name: String, in folder: any StorageFolder
  ) throws(StorageError) {
    self.name = name
    self.folder = folder
    file = try folder.open(RequestFiles.temporary(name), .replacing)
    buffer = terms.line
  }

  deinit {
    // A file that could not be finished is of no use to anybody.
    if !isPut { try? folder.remove(RequestFiles.temporary(name)) }
  }

  /// Adds a window under the name of its question; returns what tells whether it is the one that was
  /// written.
  package func add(_ prepared: PreparedWindow, id: String, place: Int) throws -> String {
    var writer = JSONWriter()
    if prepared.isFirst {
      check = SHA256()
      writer.value(["conversation": WindowCoding.value(prepared.window.conversation)])
      append(&writer)
    }
    writer.beginObject()
    writer.field("place", place)
    writer.field("id", id)
    writer.field("speakers", WindowCoding.value(prepared.speakers))
    writer.key("window")
    WindowCoding.write(prepared.window, &writer)
    writer.endObject()
    append(&writer)
    if buffer.count >= Self.room { try flush() }
    return Self.text(of: check)
  }

  private func append(_ writer: inout JSONWriter) {
    check.update(writer.bytes)
    writer.endLine()
    buffer += writer.take()
  }

  /// What is kept of a digest.
  static func text(of check: SHA256) -> String { Hex.string(check.finish().prefix(8)) }

  private func flush() throws {
    try file.append(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Puts the file into its place; it is on disk when the call returns.
  package func put() throws {
    try flush()
    try file.sync()
    try folder.rename(RequestFiles.temporary(name), to: name)
    isPut = true
    try folder.sync()
  }
}
