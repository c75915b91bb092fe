import Glibc
package import Store
import Synchronization

/// Where is kept what is worth knowing in the next run and is no item: in the store, else in the user's
/// folder for state.
package struct StateFolder: Sendable {
  package let folder: any StorageFolder
  private static let count = Atomic(0)

  package init(folder: any StorageFolder) { self.folder = folder }

  /// A small file; nil where it is not there or cannot be read.
  package func read(_ name: String) -> [UInt8]? {
    try? folder.open(name, .reading).read(1 << 20, at: 0)
  }

  /// Puts a small file in the place of another.
  package func replace(_ name: String, _ bytes: [UInt8]) throws(StorageError) {
    // Two that write the same file at the same time write two files.
    let number = Self.count.add(1, ordering: .relaxed).newValue
    let temporary = "\(name).\(getpid())-\(number).new"
    let file = try folder.open(temporary, .replacing)
    try file.append(bytes)
    try folder.rename(temporary, to: name)
  }
}
