import ActionItems
import Crypto
package import Encoding
import ItemRecords
package import Store
package import Windowing

/// Reads the saved windows of a batch one by one.
package struct WindowFileReader: ~Copyable {
  package struct Entry {
    package var place: Int
    package var id: String
    package var window: Window
    /// The people known in the conversation so far.
    package var people: People
    /// The checksum of the conversation's lines up to this one.
    package var check: String
  }

  package let terms: BatchTerms
  private var lines: LineStream
  private var conversation: Conversation?
  private var people = People()
  private var check = SHA256()

  /// The longest line in bytes; the writer never writes a longer one.
  private static let limit = 64 << 20
  private static let limits = JSONReader.Limits(depth: 16)

  /// Opens the saved windows of a store's batch. Nil if the file is of another batch or store, or has no valid first
  /// line.
  ///
  /// Throws `StorageError`, also for a missing file.
  package static func open(
    _ header: BatchHeader, ofStore store: String, _ paths: BatchPaths
  ) throws -> WindowFileReader? {
    let file = try paths.open().open(paths.windows, .reading)
    guard let reader = try WindowFileReader(StorageSource(file)),
      reader.terms.batch == header.number, reader.terms.store == store
    else { return nil }
    return reader
  }

  /// Returns nil if the first line cannot be read.
  package init?(_ source: any ByteSource) throws {
    lines = LineStream(source, limit: Self.limit)
    guard case .bytes(let bytes)? = try lines.next(), let terms = BatchTerms(bytes) else {
      return nil
    }
    self.terms = terms
  }

  /// The next readable window; nil at the end.
  package mutating func next() throws -> Entry? {
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line,
        let value = try? JSONValue(parsing: bytes, limits: Self.limits)
      else {
        // Later windows of this conversation cannot rely on the list of people.
        conversation = nil
        continue
      }
      if let begun = value["conversation"] {
        conversation = WindowCoding.conversation(begun)
        people = People(conversation?.participants ?? [], directory: terms.people)
        check = SHA256()
        check.update(UnsafeRawBufferPointer(bytes))
        continue
      }
      guard let conversation, let place = value["place"]?.int, let id = value["id"]?.string,
        let speakers = WindowCoding.participants(value["speakers"]), let kept = value["window"],
        let window = WindowCoding.window(kept, of: conversation)
      else {
        self.conversation = nil
        continue
      }
      check.update(UnsafeRawBufferPointer(bytes))
      for speaker in speakers { people.add(speaker) }
      return Entry(
        place: place, id: id, window: window, people: people,
        check: WindowFileWriter.text(of: check))
    }
    return nil
  }
}
