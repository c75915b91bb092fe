import System

/// A format of chat exports: recognises files and folders, and loads them. It need not sort messages (`RecordIndex`) or
/// make the ids and names that an export lacks (`ConversationWriter`).
///
/// Below: `LoadingContext`, which has the options and the sink, and `FormatDescription`, which is for the user.
protocol ConversationFormat: Sendable {
  /// The format's name, and how to get an export.
  var description: FormatDescription { get }

  /// The descriptions of all formats that this type reads; only `description` by default.
  var descriptions: [FormatDescription] { get }

  /// Whether a folder or an archive as a whole is an export of this format.
  func recognizes(_ folder: ExportFolder, _ contents: ExportFolder.Contents) -> Bool

  /// Whether a file is of this format, judged by its beginning.
  func recognizes(_ sample: FormatSample) -> Bool

  /// Whether a file is of this format, judged by the keys of the JSON text that it begins with.
  func recognizes(_ json: JSONOutline) -> Bool

  /// Reads a recognised folder.
  func load(
    _ folder: ExportFolder, _ contents: ExportFolder.Contents, in context: LoadingContext) throws

  /// Reads a recognised file.
  func load(_ file: ExportFile, in context: LoadingContext) throws

  /// Reads recognised files of one folder, sorted by name. A format that spreads a conversation over files reads them
  /// together.
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

  /// Reads one file, or a single file of a format that reads several together.
  func load(_ file: ExportFile, in context: LoadingContext) throws { try load([file], in: context) }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    for file in files { try context.onWorker { try load(file, in: $0) } }
  }
}

/// The context in which a format reads its input: the user's options, the sink, and the folders around it.
struct LoadingContext {
  let options: LoadingOptions
  /// Receives what is found, on this thread.
  let sink: LoadingSink
  /// Schedules parts of the input on worker threads; nil on a worker thread.
  var order: InputOrder?
  /// The number of folders, on disk and in archives, around what is being read.
  var depth = 0
  /// Whether the files were found in a folder and not named by the user. A file there that is not an export is not a
  /// failure.
  var isWalking = false
  /// The folders and files of this input that were read, so that links do not multiply it.
  var walked = WalkedFolders()

  /// Reports the entries of a folder that cannot be read and those that are skipped.
  func reportProblems(of contents: ExportFolder.Contents, in path: String) throws {
    for failure in contents.failures { try sink.fail(failure) }
    for link in contents.outside { try sink.skip(.outside, path: link) }
    for _ in 0..<contents.strange { try sink.skip(.special, path: path) }
  }

  /// Reads an independent part of the input, such as a conversation or a file, on a worker thread if possible. Errors
  /// are reported at the part's place in the order.
  func onWorker(_ body: @escaping @Sendable (LoadingContext) throws -> Void) throws {
    guard let order else { return try sink.reportingErrors { try body(self) } }
    try order.read { [options, depth, isWalking] sink in
      try body(
        LoadingContext(options: options, sink: sink, depth: depth, isWalking: isWalking))
    }
  }

  /// Reports a file of this format that has no messages: as skipped if it was found, as a failure if the user named
  /// it.
  func reportNoMessages(in path: String) throws {
    if isWalking {
      try sink.skip(.noMessages, path: path)
    } else {
      try sink.fail(.noMessages(path: path))
    }
  }
}

/// Files and folders in a format's folder that the format does not read. `ConversationLoader` reads each by itself.
final class Leftovers {
  var files: [ExportFile] = []
  var folders: [ExportFolder] = []

  var isEmpty: Bool { files.isEmpty && folders.isEmpty }
}

/// The folders and files of an input that were read, so that none is read twice.
final class WalkedFolders {
  private var seen: Set<FileIdentity> = []
  private var linked: Set<FileIdentity> = []

  /// Notes a folder; returns whether it is new.
  func enter(_ identity: FileIdentity?) -> Bool {
    identity.map { seen.insert($0).inserted } ?? true
  }

  /// Notes a file; returns whether to read it. Some file systems repeat numbers, so a file found without a link is
  /// read even if its number is known, unless a link led to that number.
  func enter(_ identity: FileIdentity, isLinked: Bool) -> Bool {
    let isNew = seen.insert(identity).inserted
    if isLinked { linked.insert(identity) }
    return isNew || !isLinked && !linked.contains(identity)
  }
}

/// A format's names, the files that it reads, and how to get an export: for the user.
package struct FormatDescription: Hashable, Sendable {
  /// The name in output, such as `slack`.
  package let name: String
  /// The kind of chat, such as `slack`.
  package let platform: String
  /// The display name.
  package let title: String
  /// The files, folders and archives that can be read.
  package let reads: String
  /// How to get an export of this format: what to click or to run.
  package let howToExport: String
}
