import Encoding

/// The damage found in files, to be reported: the first error of each file, and the number of further errors.
struct FileDamage: Sendable {
  private var found: [(path: String, first: JSONError, more: Int)] = []

  var isEmpty: Bool { found.isEmpty }

  /// Notes an error. Callers must note all errors of one file before those of the next one.
  mutating func note(_ error: JSONError, path: String) {
    if let last = found.indices.last, found[last].path == path {
      found[last].more += 1
    } else {
      found.append((path, error, 0))
    }
  }

  /// Notes the error of an unreadable record, unless the value is not a record at all.
  mutating func note(lost error: JSONError, path: String) {
    if error.skipReason != .notAMessage { note(error, path: path) }
  }

  /// Reports every damaged file. `isIndex`: the files hold only names, so no messages are lost.
  func report(to sink: LoadingSink, format: FormatDescription, isIndex: Bool = false) throws {
    for (path, first, more) in found {
      try sink.fail(
        .damaged(path: path, format: format.title, error: first, more: more, isIndex: isIndex))
    }
  }
}

extension JSONError {
  /// The reason to skip the record that has this error.
  var skipReason: SkipReason {
    switch reason {
    case .tooLong: .tooLong
    case .mismatch(_, expected: .object): .notAMessage
    default: .malformed
    }
  }
}
