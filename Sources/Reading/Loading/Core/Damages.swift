import Encoding

/// What is wrong with files: of each the first place, and how many more there are.
struct Damages: Sendable {
  private var found: [(path: String, first: JSONError, more: Int)] = []

  var isEmpty: Bool { found.isEmpty }

  /// Notes a place that is damaged; those of one file come in a row.
  mutating func note(_ error: JSONError, path: String) {
    if let last = found.indices.last, found[last].path == path {
      found[last].more += 1
    } else {
      found.append((path, error, 0))
    }
  }

  /// Notes a record that cannot be read; what is no record is no damage.
  mutating func note(lost error: JSONError, path: String) {
    if error.skipReason != .notAMessage { note(error, path: path) }
  }

  /// Tells of every file; where they are lists, that costs names, not messages.
  func tell(_ sink: any LoadingSink, format: FormatDescription, isIndex: Bool = false) throws {
    for (path, first, more) in found {
      try sink.fail(
        .damaged(path: path, format: format.title, error: first, more: more, isIndex: isIndex))
    }
  }
}

extension JSONError {
  /// Why the record that it was met in became nothing.
  var skipReason: SkipReason {
    switch reason {
    case .tooLong: .tooLong
    case .mismatch(_, expected: .object): .notAMessage
    default: .malformed
    }
  }
}
