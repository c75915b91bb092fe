import Glibc

/// A folder of an export: on disk or in an archive.
package struct ExportFolder: Sendable {
  package let path: String
  /// The path from the root on, whatever folder the tool was called in.
  private let location: String
  private let place: Place

  private enum Place: Sendable {
    /// With the identities of the folders above, to notice a circle of symbolic links, and the path of the
    /// outermost one without any, in which links have to stay.
    case disk(DiskPath, above: [FileIdentity], root: String?)
    case archive(ArchiveTree, ArchiveTree.Folder)
  }

  /// How many folders may lie in each other.
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

  /// What lies in a folder, by name.
  package struct Contents: Sendable {
    package var files: [ExportFile] = []
    package var folders: [ExportFolder] = []
    package var failures: [LoadingError] = []
    /// Hidden files, sockets, pipes and devices: nobody's export.
    package var strange = 0
    /// Symbolic links that lead out of the outermost folder.
    package var outside: [String] = []

    package func file(_ name: String) -> ExportFile? { files.first { $0.name == name } }
    package func folder(_ name: String) -> ExportFolder? { folders.first { $0.name == name } }
  }

  /// Tells the folder on disk from every other, by whatever path it is reached; nil in an archive.
  func identity() throws(LoadingError) -> FileIdentity? {
    if case .disk(let path, _, _) = place { FileIdentity(try path.status()) } else { nil }
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
    let identity = FileIdentity(try path.status())
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
      var status = stat()
      let isFound = entry.withCString { lstat($0, &status) } == 0
      let isLink = status.st_mode & S_IFMT == S_IFLNK
      guard isFound, !isLink || entry.withCString({ stat($0, &status) }) == 0 else {
        contents.failures.append(.unreadable(path: entry.description, reason: .system(errno)))
        continue
      }
      if isLink, let root, !entry.lies(in: root) {
        contents.outside.append(entry.description)
        continue
      }
      switch status.st_mode & S_IFMT {
      case S_IFREG:
        contents.files.append(
          ExportFile(
            entry, size: Int(status.st_size),
            identity: FileIdentity(status), isLinked: isLink || status.st_nlink > 1))
      case S_IFDIR:
        contents.folders.append(
          ExportFolder(
            path: entry.description, location: entry.location,
            place: .disk(entry, above: above + [identity], root: root)))
      default: contents.strange += 1
      }
    }
    return contents
  }

  /// The names of a folder's entries, each ended by a NUL, without `.` and `..`.
  private func entryNames(of path: DiskPath) throws(LoadingError) -> [[CChar]] {
    guard let directory = path.withCString({ opendir($0) }) else {
      throw .unreadable(path: self.path, reason: .system(errno))
    }
    defer { closedir(directory) }
    var names: [[CChar]] = []
    while true {
      errno = 0
      guard let entry = readdir(directory) else {
        if errno != 0 { throw .unreadable(path: self.path, reason: .system(errno)) }
        return names.sorted {
          $0.lazy.map { UInt8(bitPattern: $0) }.lexicographicallyPrecedes(
            $1.lazy.map { UInt8(bitPattern: $0) })
        }
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) }
      }
      if name.contains(where: { $0 != CChar(UInt8(ascii: ".")) }) { names.append(name + [0]) }
    }
  }
}

/// What tells two files apart, whatever they are called.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}
