import Encoding

/// What is read, as a record tells of it.
extension ReadingRecord {
  /// A window that was being read.
  package struct Window: Hashable, Sendable {
    /// The run that was reading it.
    package var run: Int
    package var conversation: String
    /// The ids of its first and last message.
    package var first: String
    package var last: String
    /// The digests of its new messages.
    package var digests: [UInt64]
    /// How many runs died while it was read alone.
    var deaths = 0

    package init(run: Int, conversation: String, first: String, last: String, digests: [UInt64]) {
      (self.run, self.conversation) = (run, conversation)
      (self.first, self.last, self.digests) = (first, last, digests)
    }
  }

  /// A file that was being read.
  package struct File: Hashable, Sendable {
    /// The run that was reading it.
    package var run: Int
    /// What tells it from others, and from itself once it has changed.
    package var number: UInt64
    /// Where it is, from the root on.
    package var path: String
    /// How many runs died while it was read alone.
    var deaths = 0

    package init(run: Int, number: UInt64, path: String) {
      (self.run, self.number, self.path) = (run, number, path)
    }
  }

  package struct Content: Equatable, Sendable {
    package var windows: [Window] = []
    package var files: [File] = []

    var isEmpty: Bool { windows.isEmpty && files.isEmpty }
  }
}

extension ReadingRecord.Content {
  /// How many runs died while some of a window's messages were read alone.
  func deaths(of window: ReadingRecord.Window) -> Int {
    let read = Set(window.digests)
    return windows.filter {
      $0.deaths > 0 && $0.conversation == window.conversation && !read.isDisjoint(with: $0.digests)
    }.map(\.deaths).max() ?? 0
  }

  /// Removes what was read with a window, and did no harm.
  mutating func remove(_ window: ReadingRecord.Window) {
    let read = Set(window.digests)
    for place in windows.indices where windows[place].conversation == window.conversation {
      windows[place].digests.removeAll(where: read.contains)
    }
    windows.removeAll { $0.digests.isEmpty }
  }
}

extension ReadingRecord.Window {
  /// A window as a line tells of it, read by a run unless it names another; nil where it does not.
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
  /// How many runs died, as a line tells; never more than prove it.
  fileprivate static func deaths(_ value: JSONValue) -> Int {
    value["deaths"]?.int.map { min(max($0, 0), deathsThatProve) } ?? 0
  }
}
