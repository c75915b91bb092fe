import Glibc
import JSONText

/// Reads chat exports of every known format and hands out their conversations.
///
/// The format is found by content. A loader blocks on files; it belongs on a thread of its own.
public struct ConversationLoader: Sendable {
  private let options: LoadingOptions

  /// Makes a loader.
  public init(options: LoadingOptions) {
    self.options = options
  }

  /// The formats that can be read.
  public static var formats: [FormatDescription] { KnownFormats.all.flatMap(\.descriptions) }

  /// Reads a file, a folder, an archive, or standard input as `-`.
  ///
  /// What cannot be read goes to the sink's `fail`; thrown is only what the sink throws.
  public func load(path: String, into sink: any ConversationSink) throws {
    let context = LoadingContext(options: options, sink: sink)
    do {
      if path == "-" {
        try load(try spool(descriptor: STDIN_FILENO, path: "standard input"), named: true, context)
      } else {
        try load(DiskPath(path), context)
      }
    } catch let error as LoadingError {
      try sink.fail(error)
    }
  }

  private func load(_ path: DiskPath, _ context: LoadingContext) throws {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else {
      throw LoadingError.unreadable(path: path.description, reason: .system(errno))
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      try load(ExportFolder(path), context)
    case S_IFREG:
      try load(ExportFile(path, size: Int(status.st_size)), named: true, context)
    case S_IFIFO, S_IFCHR:
      // As in `extract <(zcat chat.json.gz)`.
      let pipe = try OpenFile(path)
      let spooled = try spool(descriptor: pipe.descriptor, path: path.description)
      try load(spooled, named: true, context)
    default:
      throw LoadingError.unreadable(path: path.description, reason: .notAFile)
    }
  }

  private func spool(descriptor: Int32, path: String) throws -> ExportFile {
    let source = DescriptorSource(descriptor: descriptor, path: path)
    return try ExportFile(try SpooledFile.copy(source, path: path))
  }

  // MARK: - Folders

  private func load(_ folder: ExportFolder, _ context: LoadingContext) throws {
    let contents = try folder.contents()
    for failure in contents.failures { try context.sink.fail(failure) }
    for _ in 0..<contents.strange { try context.sink.pass(.special, path: folder.path) }
    if let format = KnownFormats.all.first(where: { $0.recognizes(folder, contents) }) {
      return try format.load(folder, contents, in: context)
    }
    for file in contents.files {
      do {
        try load(file, named: false, context)
      } catch let error as LoadingError {
        try context.sink.fail(error)
      }
    }
    for child in contents.folders {
      do {
        try load(child, context)
      } catch let error as LoadingError {
        try context.sink.fail(error)
      }
    }
  }

  // MARK: - Files

  /// Reads one file; one that was not named but found in a folder need not be an export.
  private func load(_ file: ExportFile, named: Bool, _ context: LoadingContext) throws {
    guard file.size > 0 else {
      if named { throw LoadingError.empty(path: file.path) }
      return try context.sink.pass(.empty, path: file.path)
    }
    let sample = try FormatSample(reading: try file.open())
    if ArchiveTree.recognizes(sample) {
      let archive = try ArchiveTree(file)
      if let problem = archive.problem { try context.sink.fail(problem) }
      return try load(ExportFolder(archive), context)
    }
    guard let format = KnownFormats.all.first(where: { $0.recognizes(sample) }) else {
      if named { throw LoadingError.unknownFormat(path: file.path) }
      return try context.sink.pass(.unknownFormat, path: file.path)
    }
    try format.load(file, in: context)
  }
}
