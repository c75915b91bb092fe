package import Store
import Synchronization
import System

/// The folder of small files for later runs, such as `capabilities.json`: in the store, or else in the user's folder
/// for state.
package struct StateFolder: Sendable {
  package let folder: any StorageFolder
  private static let count = Atomic(0)

  package init(folder: any StorageFolder) { self.folder = folder }

  /// The content of a small file; nil if it is missing or cannot be read.
  package func read(_ name: String) -> [UInt8]? {
    try? folder.open(name, .reading).read(1 << 20, at: 0)
  }

  /// Replaces a small file atomically.
  package func replace(_ name: String, _ bytes: [UInt8]) throws(StorageError) {
    // Concurrent writers of the same file need different temporary names.
    let number = Self.count.add(1, ordering: .relaxed).newValue
    let temporary = "\(name).\(CurrentProcess.id)-\(number).new"
    let file = try folder.open(temporary, .replacing)
    try file.append(bytes)
    try folder.rename(temporary, to: name)
  }
}
