import Encoding

/// The windows and files in a reading record, and their JSON.
extension ReadingRecord {
  /// A window that was being read.
  package struct Window: Hashable, Sendable {
    /// The number of the run that was reading it.
    package var run: Int
    package var conversation: String
    /// The ids of its first and last message.
    package var first: String
    package var last: String
    /// The digests of its new messages.
    package var digests: [UInt64]
    /// The number of runs that crashed while it was read alone.
    var deaths = 0

    package init(run: Int, conversation: String, first: String, last: String, digests: [UInt64]) {
      (self.run, self.conversation) = (run, conversation)
      (self.first, self.last, self.digests) = (first, last, digests)
    }
  }

  /// A file that was being read.
  package struct File: Hashable, Sendable {
    /// The number of the run that was reading it.
    package var run: Int
    /// A number that identifies the file, and changes when the file does.
    package var number: UInt64
    /// The absolute path.
    package var path: String
    /// The number of runs that crashed while it was read alone.
    var deaths = 0

    package init(run: Int, number: UInt64, path: String) {
      (self.run, self.number, self.path) = (run, number, path)
    }
  }

  /// Windows and files, for example those that may have crashed a run.
  package struct Content: Equatable, Sendable {
    package var windows: [Window] = []
    package var files: [File] = []

    var isEmpty: Bool { windows.isEmpty && files.isEmpty }
  }
}

extension ReadingRecord.Content {
  /// The number of runs that crashed while some of a window's messages were read alone.
  func deaths(of window: ReadingRecord.Window) -> Int {
    let read = Set(window.digests)
    return windows.filter {
      $0.deaths > 0 && $0.conversation == window.conversation && !read.isDisjoint(with: $0.digests)
    }.map(\.deaths).max() ?? 0
  }

  /// Removes the messages of a window that was read without a crash.
  mutating func remove(_ window: ReadingRecord.Window) {
    let read = Set(window.digests)
    for place in windows.indices where windows[place].conversation == window.conversation {
      windows[place].digests.removeAll(where: read.contains)
    }
    windows.removeAll { $0.digests.isEmpty }
  }
}

extension ReadingRecord.Window {
  /// Parses a window of a line; `run` is its run unless the line names another. Nil if a member is missing.
  init?(_ value: JSONValue, run: Int) {
    guard let conversation = value["conversation"]?.string,
      let digests = value["digests"]?.string.flatMap({ Base64.words($0.utf8) })
    else { return nil }
    self.init(
      run: value["run"]?.int ?? run, conversation: conversation,
      first: value["first"]?.string ?? "", last: value["last"]?.string ?? "", digests: digests)
    deaths = ReadingRecord.deaths(value)
  }

  func write(to writer: inout JSONWriter) {
    if deaths > 0 { writer.field("deaths", deaths) }
    writer.field("conversation", conversation)
    writer.field("first", first)
    writer.field("last", last)
    writer.digests(digests)
  }
}

extension ReadingRecord.File {
  init?(_ value: JSONValue, run: Int) {
    guard let path = value["path"]?.string,
      let number = value["number"]?.string.flatMap({ UInt64($0) })
    else { return nil }
    self.init(run: value["run"]?.int ?? run, number: number, path: path)
    deaths = ReadingRecord.deaths(value)
  }

  func write(to writer: inout JSONWriter) {
    if deaths > 0 { writer.field("deaths", deaths) }
    writer.field("number", String(number))
    writer.field("path", path)
  }
}

extension ReadingRecord {
  /// The number of crashed runs in a line, at most the number needed as proof.
  fileprivate static func deaths(_ value: JSONValue) -> Int {
    value["deaths"]?.int.map { min(max($0, 0), deathsThatProve) } ?? 0
  }
}
