/// One format of chat exports: how it is recognised and how it is read.
protocol ConversationFormat: Sendable {
  /// What the format is called and how one gets such a file.
  var description: FormatDescription { get }

  /// The descriptions of all that are read alike, where those are several.
  var descriptions: [FormatDescription] { get }

  /// Whether a folder, or an archive, as a whole is an export of this format.
  func recognizes(_ folder: ExportFolder, _ contents: ExportFolder.Contents) -> Bool

  /// Whether a file is of this format, by its beginning.
  func recognizes(_ sample: FormatSample) -> Bool

  /// Reads a folder that was recognised.
  func load(
    _ folder: ExportFolder, _ contents: ExportFolder.Contents, in context: LoadingContext) throws

  /// Reads a file that was recognised.
  func load(_ file: ExportFile, in context: LoadingContext) throws

  /// Reads the files of one folder that were recognised one by one, by name; a format that spreads a
  /// conversation over files reads them together.
  func load(_ files: [ExportFile], in context: LoadingContext) throws
}

extension ConversationFormat {
  var descriptions: [FormatDescription] { [description] }

  func recognizes(_ folder: ExportFolder, _ contents: ExportFolder.Contents) -> Bool { false }
  func recognizes(_ sample: FormatSample) -> Bool { false }

  func load(
    _ folder: ExportFolder, _ contents: ExportFolder.Contents, in context: LoadingContext
  ) throws {
    throw LoadingError.unknownFormat(path: folder.path)
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    throw LoadingError.unknownFormat(path: file.path)
  }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    for file in files {
      do {
        try load(file, in: context)
      } catch let error as LoadingError {
        try context.sink.fail(error)
      }
    }
  }
}

/// What a format needs beside its file: what the user knows, and whom to tell.
struct LoadingContext {
  let options: LoadingOptions
  let sink: any ConversationSink
  /// How many folders, on disk and in archives, lie around what is being read.
  var depth = 0
  /// Whether the files were found in a folder, not named: what is nobody's export there is no failure.
  var isWalking = false
  /// The folders of this input that were read, so that links to them do not multiply it.
  var walked = WalkedFolders()
  /// What lies in a format's folder and is not the format's; nil where no folder is read.
  var leftovers: Leftovers?

  /// Tells the sink what of a folder cannot be read, and what is passed over.
  func tell(of contents: ExportFolder.Contents, in path: String) throws {
    for failure in contents.failures { try sink.fail(failure) }
    for link in contents.outside { try sink.pass(.outside, path: link) }
    for _ in 0..<contents.strange { try sink.pass(.special, path: path) }
  }

  /// Leaves a file of the format's folder, which may be another export, to be read for itself.
  func leave(_ file: ExportFile) throws {
    guard let leftovers else { return try sink.pass(.unknownFormat, path: file.path) }
    leftovers.files.append(file)
  }

  /// Leaves a folder within the format's folder to be read for itself.
  func leave(_ folder: ExportFolder) { leftovers?.folders.append(folder) }

  /// Tells of a file of a format that may be an export's, without a message.
  func tellOfNoMessages(in path: String) throws {
    if isWalking {
      try sink.pass(.noMessages, path: path)
    } else {
      try sink.fail(.noMessages(path: path))
    }
  }
}

/// What a format's folder holds beside the format's own files.
final class Leftovers {
  var files: [ExportFile] = []
  var folders: [ExportFolder] = []
}

/// The folders that were read.
final class WalkedFolders {
  private var seen: Set<FileIdentity> = []
  private var linked: Set<FileIdentity> = []

  /// Notes a folder; returns whether it is new.
  func enter(_ identity: FileIdentity?) -> Bool {
    identity.map { seen.insert($0).inserted } ?? true
  }

  /// Notes a file; returns whether it is to be read. One that has a single name is, whatever number the file
  /// system gives it, unless a link led to it.
  func enter(_ identity: FileIdentity, isLinked: Bool) -> Bool {
    let isNew = seen.insert(identity).inserted
    if isLinked { linked.insert(identity) }
    return isNew || !isLinked && !linked.contains(identity)
  }
}
