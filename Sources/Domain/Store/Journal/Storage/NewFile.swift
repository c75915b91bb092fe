/// A file of a store, written under a temporary name until `put` gives it its name and replaces any older file. An
/// unfinished file is removed with this object.
package final class NewFile {
  package let file: any StorageFile
  package var buffer: AppendBuffer
  private let folder: any StorageFolder
  private let name: String
  private var isPut = false

  /// The temporary name of a file that is not complete yet.
  package static func temporary(_ name: String) -> String { name + ".new" }

  package init(_ name: String, in folder: any StorageFolder) throws(StorageError) {
    self.name = name
    self.folder = folder
    file = try folder.open(Self.temporary(name), .replacing)
    buffer = AppendBuffer(file)
  }

  deinit {
    // A remaining file only takes space; the next writer overwrites it.
    if !isPut { try? folder.remove(Self.temporary(name)) }
  }

  /// Writes the rest and gives the file its name. It is on disk when the call returns.
  package func put() throws(StorageError) {
    try buffer.finish()
    try folder.rename(Self.temporary(name), to: name)
    isPut = true
    try folder.sync()
  }
}
