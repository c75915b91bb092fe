import Encoding

/// Helpers of formats whose exports have several files: for lists (people, channels), rows of tables, and folders.
extension LoadingContext {
  /// Reads the lists among files, such as people and places, and returns the files that hold messages.
  ///
  /// `read` reads a list and returns false, returns true for a file of messages, or nil for a file that does not belong
  /// to the export. That file is read by itself later.
  func messages(
    among files: [ExportFile], _ format: FormatDescription, _ read: (ExportFile) throws -> Bool?
  ) throws -> [ExportFile] {
    var messages: [ExportFile] = []
    for file in files {
      try sink.reportingErrors {
        do {
          switch try read(file) {
          case true?: messages.append(file)
          case false?: try sink.skip(.list, path: file.path)
          case nil: try sink.leave(file)
          }
        } catch let error as JSONError {
          try sink.fail(.damaged(path: file.path, format: format.title, error: error))
        }
      }
    }
    return messages
  }

  /// The members of a file's object, which is a short list such as the titles of chats. Damage is reported, and the
  /// members before it are returned.
  func members(
    of file: ExportFile, _ format: FormatDescription
  ) throws -> [String: JSONValue] {
    var index = ExportIndex<Void>(self, format)
    let members = try index.members(of: file)
    try index.damage.report(to: sink, format: format)
    return members
  }

  /// Calls `body` with each folder and its contents. Errors are reported, and the next folder is read.
  func forEach(
    _ folders: [ExportFolder], _ body: (ExportFolder, ExportFolder.Contents) throws -> Void
  ) throws {
    for folder in folders {
      try sink.reportingErrors {
        let contents = try folder.contents()
        try reportProblems(of: contents, in: folder.path)
        try body(folder, contents)
      }
    }
  }

  /// Calls `take` with the rows of a file's tables. The tables are the named arrays in its object, or its outermost
  /// array, which has an empty name. Reading ends at an array named `end`; returns whether it was found.
  @discardableResult
  func readRows(
    of file: ExportFile, in tables: Set<String>, until end: String? = nil,
    _ take: (JSONValue, String) -> Void
  ) throws -> Bool {
    var stream = try JSONStream(try file.open(), valueLimit: options.recordLimit, limits: .export)
    func readTable(_ name: String) throws {
      try stream.beginArray()
      while try stream.nextElement() {
        if let row = try stream.smallValue() { take(row, name) }
      }
    }
    if try stream.peek() == .array {
      try readTable("")
      return false
    }
    try stream.beginObject()
    while let key = try stream.nextKey() {
      let isArray = try stream.peek() == .array
      if isArray, key == end { return true }
      if isArray, tables.contains(key) { try readTable(key) } else { try stream.skipValue() }
    }
    return false
  }
}
