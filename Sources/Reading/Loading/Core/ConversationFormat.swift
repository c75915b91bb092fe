/// One format of chat exports: how it is recognised and how it is read.
///
/// A format notes where messages stand, with their times, and need not sort them: `RecordIndex.forEachPlace` hands
/// them out by time, and turns round a file that has the newest first. Ids and names that the export lacks are made
/// by `ConversationWriter`.
protocol ConversationFormat: Sendable {
  /// What the format is called and how one gets such a file.
  var description: FormatDescription { get }

  /// The descriptions of all that are read alike, where those are several.
  var descriptions: [FormatDescription] { get }

  /// Whether a folder, or an archive, as a whole is an export of this format.
  func recognizes(_ folder: ExportFolder, _ contents: ExportFolder.Contents) -> Bool

  /// Whether a file is of this format, by its beginning.
  func recognizes(_ sample: FormatSample) -> Bool

  /// Whether it is, by the keys of the JSON text that it begins with.
  func recognizes(_ json: JSONOutline) -> Bool

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
  func recognizes(_ sample: FormatSample) -> Bool { sample.json.map { recognizes($0) } ?? false }
  func recognizes(_ json: JSONOutline) -> Bool { false }

  func load(
    _ folder: ExportFolder, _ contents: ExportFolder.Contents, in context: LoadingContext
  ) throws {
    throw LoadingError.unknownFormat(path: folder.path)
  }

  /// Reads a file for itself, or as the only one of those that are read together.
  func load(_ file: ExportFile, in context: LoadingContext) throws { try load([file], in: context) }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    for file in files { try context.aside { try load(file, in: $0) } }
  }
}

/// What a format needs beside its file: what the user knows, and whom to tell.
struct LoadingContext {
  let options: LoadingOptions
  /// Takes what is found, on this thread.
  let sink: any LoadingSink
  /// Has parts of the input read by workers; nil for a worker.
  var order: OrderedSink?
  /// How many folders, on disk and in archives, lie around what is being read.
  var depth = 0
  /// Whether the files were found in a folder, not named: what is nobody's export there is no failure.
  var isWalking = false
  /// The folders of this input that were read, so that links to them do not multiply it.
  var walked = WalkedFolders()

  /// Tells the sink what of a folder cannot be read, and what is passed over.
  func tell(of contents: ExportFolder.Contents, in path: String) throws {
    for failure in contents.failures { try sink.fail(failure) }
    for link in contents.outside { try sink.pass(.outside, path: link) }
    for _ in 0..<contents.strange { try sink.pass(.special, path: path) }
  }

  /// Reads a part of the input, such as a conversation or a file, which needs nothing of the others: beside
  /// them where there are several workers. What cannot be read of it is told in its place.
  func aside(_ body: @escaping @Sendable (LoadingContext) throws -> Void) throws {
    guard let order else { return try sink.telling { try body(self) } }
    try order.read { [options, depth, isWalking] sink in
      try body(
        LoadingContext(options: options, sink: sink, depth: depth, isWalking: isWalking))
    }
  }

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

  var isEmpty: Bool { files.isEmpty && folders.isEmpty }
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

/// What a format is called and how one gets such a file.
package struct FormatDescription: Hashable, Sendable {
  /// The name in output, such as `slack`.
  package let name: String
  /// The kind of chat, such as `slack`.
  package let platform: String
  /// What people call it.
  package let title: String
  /// What is read: files, folders, archives.
  package let reads: String
  /// What to click, or to run, to get such an export.
  package let howToExport: String
}
