import ActionItems
import Crypto
import Encoding
package import Store
import Windowing

/// Writes the windows of a batch with all that is needed to check the replies. Only the owner may read the file,
/// because it contains chat.
package final class WindowFileWriter {
  private let new: NewFile
  /// The checksum of the conversation's lines so far.
  private var check = SHA256()

  package init(
    _ terms: BatchTerms, name: String, in folder: any StorageFolder
  ) throws(StorageError) {
    new = try NewFile(name, in: folder)
    try new.buffer.append { $0 += terms.line }
  }

  /// Adds a window under the name of its request. Returns the checksum of the conversation's lines so far, by which a
  /// reader recognises the window.
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

  /// The part of a digest that is saved.
  static func text(of check: borrowing SHA256) -> String { Hex.string(check.finish().prefix(8)) }

  /// Puts the file into its place. It is on disk when the call returns.
  package func put() throws { try new.put() }
}
