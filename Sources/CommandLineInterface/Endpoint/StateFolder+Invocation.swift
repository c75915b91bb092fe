import Journal
import RunFiles

extension StateFolder {
  /// The store's folder where it exists and is used, else the user's own, which may be made; nil where
  /// neither can be had.
  init?(_ invocation: Invocation, creating: Bool) {
    if !invocation.settings.isOn(RunOptionSet.noStore),
      let path = try? invocation.storePath(), let folder = try? DiskFolder(existing: path)
    {
      self.init(folder: folder)
      return
    }
    guard let path = UserFolders(environment: invocation.environment).state,
      let folder = try? creating ? DiskFolder(creating: path) : DiskFolder(existing: path)
    else { return nil }
    self.init(folder: folder)
  }
}
