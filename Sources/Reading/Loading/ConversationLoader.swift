import Encoding
import System

/// The entry point of loading: reads chat exports of every known format and passes their conversations to a sink.
///
/// The format is recognised by content. A loader blocks on files and belongs on its own thread.
package struct ConversationLoader: Sendable {
  private let options: LoadingOptions
  private let formats: KnownFormats
  private let given: GivenId?

  /// The most archives inside each other: a zip in a zip in a zip.
  static let archiveDepthLimit = 3

  package init(options: LoadingOptions) {
    self.options = options
    formats = KnownFormats(columns: options.columns)
    given = options.conversationId.map(GivenId.init)
  }

  package static var formats: [FormatDescription] { KnownFormats().all.flatMap(\.descriptions) }

  /// Reads a file, a folder, an archive, or standard input as `-`.
  ///
  /// Errors of the input go to the sink's `fail`. Only errors of the sink are thrown.
  package func load(path: String, into sink: any ConversationSink) throws {
    let order = InputOrder(sink, jobs: options.jobs, given, options.watch)
    defer { order.close() }
    let context = LoadingContext(options: options, sink: order.sink, order: order)
    do {
      if path == "-" {
        try load(try spool(.standardInput, path: "standard input", nil, context), context)
      } else {
        try load(DiskPath(path, from: options.workingFolder, watch: options.watch), context)
      }
    } catch let error as LoadingError {
      try order.sink.fail(error)
    }
    try order.drain()
  }

  /// Whether a file begins like an export. Reads no more than recognition needs. False for an archive.
  ///
  /// Throws `LoadingError` if the file cannot be read.
  package func recognizes(file path: String) throws -> Bool {
    let path = DiskPath(path)
    let file = ExportFile(path, size: try path.status().size)
    let found = try kind(of: file, archives: 0)
    return if case .format = found { true } else { false }
  }

  private func load(_ path: DiskPath, _ context: LoadingContext) throws {
    let status = try path.status()
    switch status.kind {
    case .folder:
      try load(ExportFolder(path), archives: 0, context)
    case .file:
      try load(ExportFile(path, size: status.size), context)
    case .pipe:
      // As in `extract <(zcat chat.json.gz)`. Opening the pipe for nothing would kill its writer, so check first.
      try path.watched(status)?.check()
      func copy() throws -> ExportFile {
        let pipe = try OpenFile(path, isPipe: true)
        return try spool(pipe.descriptor, path: pipe.path, pipe.watched, context)
      }
      try load(try options.pipes?.copy(of: path.location, copy) ?? copy(), context)
    default:
      throw LoadingError.unreadable(path: path.description, reason: .notAFile)
    }
  }

  /// Copies a source that can be read only once. A source in an unknown format is refused before that, as it may
  /// never end.
  private func spool(
    _ descriptor: Descriptor, path: String, _ watched: WatchedFile?, _ context: LoadingContext
  ) throws -> ExportFile {
    watched?.note()
    let sink = context.sink
    var source = DescriptorSource(descriptor: descriptor, path: path) {
      try sink.wait(forPipe: path)
    }
    let beginning = try FormatSample.beginning(of: &source)
    let sample = FormatSample(
      bytes: beginning, isWhole: beginning.count < FormatSample.length, path: path)
    guard
      beginning.isEmpty || ArchiveTree.recognizes(sample) || GzipFile.recognizes(sample)
        || formats.all.contains(where: { $0.recognizes(sample) })
        || UTF16Text.order(of: sample.bytes) != nil || sample.endsInFirstRecord
    else { throw unknown(sample, path: path) }
    return try ExportFile(
      try SpooledFile.copy(
        source, after: beginning, path: path, limit: options.pipeLimit, watched: watched))
  }

  // MARK: - Folders

  /// Reads a folder that lies in `archives` nested archives.
  private func load(_ folder: ExportFolder, archives: Int, _ context: LoadingContext) throws {
    // Archives contain folders and further archives, so the depth around them counts.
    guard context.depth < ExportFolder.depthLimit else {
      throw LoadingError.unreadable(
        path: folder.path, reason: .tooDeep(limit: ExportFolder.depthLimit))
    }
    var context = context
    context.depth += 1
    context.isWalking = true
    let contents = try folder.contents()
    guard context.walked.enter(try folder.identity()) else {
      return try context.sink.skip(.repeated, path: folder.path)
    }
    try context.reportProblems(of: contents, in: folder.path)
    if let format = formats.all.first(where: { $0.recognizes(folder, contents) }) {
      try context.order?.readFolder {
        try context.sink.reportingErrors { try format.load(folder, contents, in: context) }
      } leftovers: { [context] leftovers in
        try load(leftovers.files, leftovers.folders, archives: archives, context)
      }
      return
    }
    try load(contents.files, contents.folders, archives: archives, context)
  }

  private func load(
    _ files: [ExportFile], _ folders: [ExportFolder], archives: Int, _ context: LoadingContext
  ) throws {
    try load(files, archives: archives, context)
    for folder in folders {
      try context.sink.reportingErrors { try load(folder, archives: archives, context) }
    }
  }

  /// Reads the files of a folder, grouped by format.
  private func load(_ files: [ExportFile], archives: Int, _ context: LoadingContext) throws {
    var groups: [(format: any ConversationFormat, files: [ExportFile])] = []
    var numbers: [String: Int] = [:]
    // An archive beyond its limit is reported only once.
    for file in files where file.budget?.isSpent != true {
      try context.sink.reportingErrors {
        if let identity = file.identity {
          // Earlier folders may still be in the hands of workers, and their leftovers may hold the same file.
          if file.isLinked { try context.order?.drain() }
          guard context.walked.enter(identity, isLinked: file.isLinked) else {
            return try context.sink.skip(.repeatedFile, path: file.path)
          }
        }
        switch try kind(of: file, archives: archives) {
        case .empty: try context.sink.skip(.empty, path: file.path)
        case .unknown(let sample): try context.sink.skip(Self.reason(sample), path: file.path)
        case .database: try context.sink.skip(.unknownFormat, path: file.path)
        case .archive(let file, let depth): try loadArchive(file, depth: depth, context)
        case .format(let format, let file):
          let number = numbers[format.description.name] ?? groups.count
          if number == groups.count {
            numbers[format.description.name] = number
            groups.append((format, []))
          }
          groups[number].files.append(file)
        }
      }
    }
    for (format, files) in groups {
      try context.sink.reportingErrors { try format.load(files, in: context) }
      for file in files { try reportProblems(of: file, context) }
    }
  }

  // MARK: - Files

  /// Reads a file that the user named.
  private func load(_ file: ExportFile, _ context: LoadingContext) throws {
    switch try kind(of: file, archives: 0) {
    case .empty: throw LoadingError.empty(path: file.path)
    case .unknown(let sample): throw unknown(sample, path: file.path)
    case .database: throw LoadingError.database(path: file.path)
    case .archive(let file, let depth): try loadArchive(file, depth: depth, context)
    case .format(let format, let file):
      try context.sink.reportingErrors { try format.load(file, in: context) }
      try reportProblems(of: file, context)
    }
  }

  /// Reports a packed file that could not be unpacked to its end.
  private func reportProblems(of file: ExportFile, _ context: LoadingContext) throws {
    // A worker may still be reading it.
    if file.unpacksWhileRead { try context.order?.drain() }
    if let problem = file.problem { try context.sink.fail(problem) }
  }

  /// Reads an archive; the outermost one has depth 1.
  private func loadArchive(_ file: ExportFile, depth: Int, _ context: LoadingContext) throws {
    let archive = try ArchiveTree(file, limits: options.archiveLimits)
    if let problem = archive.problem { try context.sink.fail(problem) }
    try load(ExportFolder(archive), archives: depth, context)
  }

  /// The error for a named file in no known format.
  private func unknown(_ sample: FormatSample, path: String) -> LoadingError {
    if let packing = ForeignPacking(sample) { return .foreignArchive(path: path, packing: packing) }
    if sample.isMetaPage { return .metaPage(path: path) }
    if sample.isEmptyList { return .noMessages(path: path) }
    let guess = TableGuess(sample)
    guard guess != nil || options.columns != nil else { return .unknownFormat(path: path) }
    return .unknownTable(path: path, guess: guess?.columns, told: options.columns)
  }

  /// The reason to skip a found file in no known format.
  private static func reason(_ sample: FormatSample) -> SkippedFileReason {
    if ForeignPacking(sample) != nil { return .foreignArchive }
    if sample.isMetaPage { return .metaPage }
    if sample.isEmptyList { return .empty }
    guard let guess = TableGuess(sample), guess.isConvincing else { return .unknownFormat }
    return .unknownTable(guess.columns)
  }

  private enum FileKind {
    case empty, database
    /// An unknown format, with the beginning of the file.
    case unknown(FormatSample)
    /// A zip or tar file, and its depth in archives.
    case archive(ExportFile, depth: Int)
    /// A file of a format: unpacked if it was a gzip file, UTF-8 if it was UTF-16.
    case format(any ConversationFormat, ExportFile)
  }

  /// The kind of a file that lies in `archives` nested archives. A packed archive such as `.tar.gz` counts once.
  private func kind(
    of file: ExportFile, archives: Int, isUnpacked: Bool = false
  ) throws -> FileKind {
    guard file.size > 0 else { return .empty }
    let sample = try FormatSample(reading: try file.open(), path: file.location)
    guard !sample.bytes.isEmpty else { return .empty }
    let isArchive = ArchiveTree.recognizes(sample)
    let isGzip = GzipFile.recognizes(sample)
    let depth = isArchive && isUnpacked ? archives : archives + 1
    let limits = options.archiveLimits
    if isArchive || isGzip, depth > Self.archiveDepthLimit {
      throw LoadingError.unreadable(
        path: file.path, reason: .archivesTooDeep(limit: Self.archiveDepthLimit))
    }
    if isArchive {
      guard let document = try ExportFile(documentIn: file, sample, limits: limits) else {
        return .archive(file, depth: depth)
      }
      return try kind(ofContents: document, archives: depth, isUnpacked: false)
    }
    if isGzip {
      let contents = ExportFile(unpacking: file, limits: limits)
      return try kind(ofContents: contents, archives: depth, isUnpacked: true)
    }
    guard let format = formats.all.first(where: { $0.recognizes(sample) }) else {
      if let order = UTF16Text.order(of: sample.bytes) {
        return try kind(of: ExportFile(transcoding: file, order), archives: archives)
      }
      return sample.bytes.starts(with: "SQLite format 3\0".utf8) ? .database : .unknown(sample)
    }
    return .format(format, file)
  }

  /// The kind of a file whose contents are unpacked while they are read, so that damage is found only then.
  private func kind(
    ofContents file: ExportFile, archives: Int, isUnpacked: Bool
  ) throws -> FileKind {
    let kind = try kind(of: file, archives: archives, isUnpacked: isUnpacked)
    switch kind {
    // With so little of the file, its format cannot be recognised.
    case .empty, .unknown, .database: if let problem = file.problem { throw problem }
    case .archive, .format: break
    }
    return kind
  }
}
