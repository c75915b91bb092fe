import Glibc
import Journal
import Synchronization

/// Where is kept what is worth knowing in the next run and is no item: in the store, else in the user's
/// folder for state.
struct StateFolder: Sendable {
  let folder: any StorageFolder
  private static let count = Atomic(0)

  /// The store's folder where it exists and is used, else the user's own, which may be made; nil where
  /// neither can be had.
  init?(_ invocation: Invocation, creating: Bool) {
    if !invocation.settings.isOn(RunOptionSet.noStore),
      let path = try? invocation.storePath(), let folder = try? DiskFolder(existing: path)
    {
      self.folder = folder
      return
    }
    guard let path = UserFolders(environment: invocation.environment).state,
      let folder = try? creating ? DiskFolder(creating: path) : DiskFolder(existing: path)
    else { return nil }
    self.folder = folder
  }

  init(folder: any StorageFolder) { self.folder = folder }

  /// A small file; nil where it is not there or cannot be read.
  func read(_ name: String) -> [UInt8]? {
    try? folder.open(name, .reading).read(1 << 20, at: 0)
  }

  /// Puts a small file in the place of another.
  func replace(_ name: String, _ bytes: [UInt8]) throws(StorageError) {
    // Two that write the same file at the same time write two files.
    let number = Self.count.add(1, ordering: .relaxed).newValue
    let temporary = "\(name).\(getpid())-\(number).new"
    let file = try folder.open(temporary, .replacing)
    try file.append(bytes)
    try folder.rename(temporary, to: name)
  }
}
