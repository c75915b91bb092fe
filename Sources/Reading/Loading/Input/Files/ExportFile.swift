import Archives
import Encoding
import System

/// One file of an export, and how to open it: on disk, in an archive, gzip, UTF-16, Word, or copied from a pipe.
package struct ExportFile: Sendable {
  /// The path for messages; a member's path follows its archive's path.
  package let path: String
  /// The absolute path, where known. It does not depend on the working directory.
  var location: String { if case .disk(let path) = place { path.location } else { named } }
  /// The location of a file that is not on disk.
  private let named: String
  /// The length in bytes, as listed by the folder or archive; for a gzip file, the compressed length.
  package let size: Int
  private let place: Place
  /// Identifies a file found in a folder, to notice one that has several names.
  private(set) var identity: FileIdentity?
  private(set) var isLinked = false

  private indirect enum Place: Sendable {
    case disk(DiskPath)
    case open(OpenFile)
    case member(ArchiveTree, ArchiveEntry, ExpansionShare)
    case packed(ExportFile, ExpansionShare, UnpackingEnd)
    case wide(ExportFile, UTF16Text.Order)
    case document(ExportFile, UnpackingEnd)
  }
}

extension ExportFile {
  init(_ path: DiskPath, size: Int, identity: FileIdentity? = nil, isLinked: Bool = false) {
    self.init(
      path: path.description, named: "", size: size, place: .disk(path), identity: identity,
      isLinked: isLinked)
  }

  init(_ file: OpenFile) throws(LoadingError) {
    self.init(path: file.path, named: file.path, size: try file.size(), place: .open(file))
  }

  init(path: String, location: String, archive: ArchiveTree, entry: ArchiveEntry) {
    self.init(
      path: path, named: location, size: entry.size,
      place: .member(archive, entry, ExpansionShare(archive.budget)))
  }

  /// The contents of a gzip file, named like that file without `.gz`.
  init(unpacking file: ExportFile, limits: ArchiveLimits) {
    let ending = file.path.hasSuffix(".gz") ? 3 : 0
    let budget =
      file.budget ?? ExpansionBudget(path: file.path, size: file.size, limits: limits)
    self.init(
      path: String(file.path.dropLast(ending)), named: String(file.location.dropLast(ending)),
      size: file.size, place: .packed(file, ExpansionShare(budget), UnpackingEnd()))
  }

  /// The contents of a UTF-16 file, as UTF-8.
  init(transcoding file: ExportFile, _ order: UTF16Text.Order) {
    self.init(
      path: file.path, named: file.location, size: file.size, place: .wide(file, order))
  }

  /// The text of a Word document, which is a zip; nil for any other zip.
  init?(documentIn file: ExportFile, _ sample: FormatSample, limits: ArchiveLimits) throws {
    let names = ["[Content_Types].xml", "_rels/", "docProps/", "word/"]
    guard names.contains(where: { sample.bytes.dropFirst(30).starts(with: $0.utf8) }) else {
      return nil
    }
    let archive = try ArchiveTree(file, limits: limits)
    guard archive.problem == nil, let folder = try ExportFolder(archive).contents().folder("word"),
      let part = try folder.contents().file("document.xml")
    else { return nil }
    self.init(
      path: file.path, named: file.location, size: part.size,
      place: .document(part, UnpackingEnd()))
  }

  /// The expansion budget of the archive or gzip file around this file; nil for other files.
  var budget: ExpansionBudget? {
    switch place {
    case .disk, .open: nil
    case .member(_, _, let share), .packed(_, let share, _): share.budget
    case .wide(let file, _), .document(let file, _): file.budget
    }
  }

  /// Records what ended the unpacking of a gzip file or Word document early; nil for other files.
  private var end: UnpackingEnd? {
    switch place {
    case .disk, .open, .member: nil
    case .packed(_, _, let end), .document(_, let end): end
    case .wide(let file, _): file.end
    }
  }

  /// The error that ended unpacking, as far as the file was read, or nil.
  var problem: LoadingError? { end?.problem }

  /// Whether the file (gzip or Word) is unpacked while it is read, so an early end is found only then.
  var unpacksWhileRead: Bool { end != nil }

  /// Whether the file has to be copied for random access.
  var isPacked: Bool {
    switch place {
    case .disk, .open: false
    case .member, .packed, .wide, .document: true
    }
  }

  package var name: Substring { path.lastPathComponent }

  /// The name without its extension, or nil if unknown, as for standard input.
  package var stem: String? {
    let name = String(name).withoutExtension
    return name == "standard input" ? nil : name
  }

  /// The name of the containing folder, or nil if unknown.
  var folder: String? { location.split(separator: "/").dropLast().last.map(String.init) }

  /// The beginning of the file, or nil if it cannot be read; reading the file then reports the error.
  var sample: FormatSample? {
    guard let source = try? open() else { return nil }
    return try? FormatSample(reading: source)
  }

  /// The file as a watched file, or nil if reading is not watched.
  var watched: WatchedFile? {
    switch place {
    case .disk(let path): path.watch == nil ? nil : (try? path.status()).flatMap(path.watched)
    case .open(let file): file.watched
    case .member(let archive, let entry, _):
      archive.watched?.member(path, location: location, size: entry.size)
    case .packed(let file, _, _), .wide(let file, _), .document(let file, _): file.watched
    }
  }

  /// Opens the file for sequential reading.
  func open() throws -> any ByteSource {
    switch place {
    case .disk(let path): OpenFileSource(file: try OpenFile(path))
    case .open(let file): OpenFileSource(file: file)
    case .member(let archive, let entry, let share):
      try open(entry, in: archive, share)
    case .packed(let file, let share, let end):
      try GzipFile.open(file, share: share, end: end)
    case .wide(let file, let order): try UTF16Text(try file.open(), order)
    case .document(let part, let end):
      WordDocumentText(try part.open()) { [path] error in
        end.note(.badArchive(path: path, problem: "\(error); what came until then was read"))
      }
    }
  }

  private func open(
    _ entry: ArchiveEntry, in archive: ArchiveTree, _ share: ExpansionShare
  ) throws -> any ByteSource {
    let watched = watched
    try watched?.check()
    let source = try archive.open(entry, path: path, share: share)
    return watched.map { WatchedSource(source: source, file: $0) } ?? source
  }

  /// Opens the file for random access.
  ///
  /// If a packed file is damaged, returns the bytes that can be unpacked, and the error that ended them.
  func openAsFarAsReadable() throws -> (OpenFile, LoadingError?) {
    guard isPacked else { return (try openAnywhere(), nil) }
    let source = try open()
    let copy = try SpooledFile.create(path: path, watched: watched)
    do {
      _ = try SpooledFile.append(source, to: copy)
      return (copy, problem)
    } catch let error as LoadingError {
      guard case .badArchive = error else { throw error }
      return (copy, error)
    }
  }

  /// Opens the file for random access; a packed file is unpacked to a temporary copy.
  func openAnywhere() throws -> OpenFile {
    switch place {
    case .disk(let path): try OpenFile(path)
    case .open(let file): file
    case .member, .packed, .wide, .document:
      try SpooledFile.copy(try open(), path: path, watched: watched)
    }
  }
}

extension StringProtocol where SubSequence == Substring {
  var lastPathComponent: Substring {
    self[(lastIndex(of: "/").map(index(after:)) ?? startIndex)...]
  }

  /// The name without its extension: at most five bytes after the last dot.
  var withoutExtension: String {
    guard let dot = lastIndex(of: "."), dot != startIndex, self[dot...].utf8.count <= 6 else {
      return String(self)
    }
    return String(self[..<dot])
  }
}
