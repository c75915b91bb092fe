import System

/// A folder of an export, on disk or in an archive; lists its files and folders.
package struct ExportFolder: Sendable {
  package let path: String
  /// The absolute path, independent of the working directory.
  private let location: String
  private let place: Place

  private enum Place: Sendable {
    /// A folder on disk.
    ///
    /// `above` holds the identities of the folders above, to notice a cycle of symbolic links. `root` is the resolved
    /// path of the outermost folder, which links must not leave.
    case disk(DiskPath, above: [FileIdentity], root: String?)
    case archive(ArchiveTree, ArchiveTree.Folder)
  }

  /// The greatest depth of nested folders.
  static let depthLimit = 64

  init(_ path: DiskPath) {
    self.init(
      path: path.description, location: path.location,
      place: .disk(path, above: [], root: path.resolved))
  }

  init(_ archive: ArchiveTree) {
    self.init(archive, archive.root, path: archive.path, location: archive.location)
  }

  init(_ archive: ArchiveTree, _ folder: ArchiveTree.Folder, path: String, location: String) {
    self.init(path: path, location: location, place: .archive(archive, folder))
  }

  private init(path: String, location: String, place: Place) {
    (self.path, self.location, self.place) = (path, location, place)
  }

  package var name: Substring { location.lastPathComponent }

  /// The contents of a folder, sorted by name.
  package struct Contents: Sendable {
    package var files: [ExportFile] = []
    package var folders: [ExportFolder] = []
    package var failures: [LoadingError] = []
    /// The number of hidden entries, sockets, pipes and devices, which are never part of an export.
    package var strange = 0
    /// Symbolic links that lead out of the outermost folder.
    package var outside: [String] = []

    package func file(_ name: String) -> ExportFile? { files.first { $0.name == name } }
    package func folder(_ name: String) -> ExportFolder? { folders.first { $0.name == name } }
  }

  /// The identity of a folder on disk, whatever path leads to it; nil in an archive.
  func identity() throws(LoadingError) -> FileIdentity? {
    if case .disk(let path, _, _) = place { try path.status().identity } else { nil }
  }

  /// Lists the folder, sorted by name.
  package func contents() throws(LoadingError) -> Contents {
    switch place {
    case .disk(let path, let above, let root): try diskContents(path, above: above, root: root)
    case .archive(let archive, let folder): archive.contents(of: folder, at: path, location)
    }
  }

  private func diskContents(
    _ path: DiskPath, above: [FileIdentity], root: String?
  ) throws(LoadingError) -> Contents {
    let identity = try path.status().identity
    if above.contains(identity) { throw .unreadable(path: self.path, reason: .loop) }
    if above.count >= Self.depthLimit {
      throw .unreadable(path: self.path, reason: .tooDeep(limit: Self.depthLimit))
    }
    var contents = Contents()
    for name in try entryNames(of: path) {
      if name.first == CChar(UInt8(ascii: ".")) {
        contents.strange += 1
        continue
      }
      let entry = path.appending(name)
      let isLink: Bool
      let status: FileStatus
      do throws(LoadingError) {
        let own = try entry.status(followsLinks: false)
        isLink = own.kind == .link
        status = try isLink ? entry.status() : own
      } catch {
        contents.failures.append(error)
        continue
      }
      if isLink, let root, !entry.lies(in: root) {
        contents.outside.append(entry.description)
        continue
      }
      switch status.kind {
      case .file:
        contents.files.append(
          ExportFile(
            entry, size: status.size, identity: status.identity,
            isLinked: isLink || status.linkCount > 1))
      case .folder:
        contents.folders.append(
          ExportFolder(
            path: entry.description, location: entry.location,
            place: .disk(entry, above: above + [identity], root: root)))
      default: contents.strange += 1
      }
    }
    return contents
  }

  /// The names of a folder's entries, NUL-terminated, without `.` and `..`.
  private func entryNames(of path: DiskPath) throws(LoadingError) -> [[CChar]] {
    let names = try LoadingError.naming(self.path) { () throws(SystemError) in
      try FileSystem.names(in: path.bytes)
    }
    return names.sorted {
      $0.lazy.map { UInt8(bitPattern: $0) }.lexicographicallyPrecedes(
        $1.lazy.map { UInt8(bitPattern: $0) })
    }
  }
}
