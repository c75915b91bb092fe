import ActionItems
import Crypto
import Encoding
package import Store
import Windowing

/// Writes the windows of a batch, with all that is needed to hold the answers against them, for the owner's
/// eyes alone: it is chat.
package final class WindowFileWriter {
  private let new: NewFile
  /// What tells whether the conversation's lines are those that were written.
  private var check = SHA256()

  package init(
    _ terms: BatchTerms, name: String, in folder: any StorageFolder
  ) throws(StorageError) {
    new = try NewFile(name, in: folder)
    try new.buffer.append { $0 += terms.line }
  }

  /// Adds a window under the name of its question; returns what tells whether it is the one that was
  /// written.
  package func add(_ prepared: PreparedWindow, id: String, place: Int) throws -> String {
    var writer = JSONWriter()
    if prepared.isFirst {
      check = SHA256()
      writer.value(["conversation": WindowCoding.value(prepared.window.conversation)])
      try append(&writer)
    }
    writer.beginObject()
    writer.field("place", place)
    writer.field("id", id)
    writer.field("speakers", WindowCoding.value(prepared.speakers))
    writer.key("window")
    WindowCoding.write(prepared.window, &writer)
    writer.endObject()
    try append(&writer)
    return Self.text(of: check)
  }

  private func append(_ writer: inout JSONWriter) throws(StorageError) {
    check.update(writer.bytes)
    writer.endLine()
    let line = writer.take()
    try new.buffer.append { $0 += line }
  }

  /// What is kept of a digest.
  static func text(of check: borrowing SHA256) -> String { Hex.string(check.finish().prefix(8)) }

  /// Puts the file into its place; it is on disk when the call returns.
  package func put() throws { try new.put() }
}
