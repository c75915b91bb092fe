import Encoding
package import Loading

/// Counts the warnings of many files, to show each kind once. Warnings that differ only in numbers are of one kind.
package struct WarningTally: Sendable {
  private struct Entry {
    let file: String
    let warning: LoadingWarning
    var count = 1
    /// The sum of the counts in further warnings of this kind.
    var further = 0
  }

  private var entries: [Entry] = []
  private var places: [String: Int] = [:]

  /// Maximum kinds. A warning beyond it counts as the last kind.
  private static let kindLimit = 1000

  package init() {}

  /// Counts a warning and returns it as a line if it is the first of its kind.
  package mutating func add(_ warning: LoadingWarning, of file: String) -> String? {
    let kind = warning.kind
    if let place = places[kind] ?? (entries.count < Self.kindLimit ? nil : entries.count - 1) {
      entries[place].count += 1
      entries[place].further += warning.count ?? 0
      return nil
    }
    places[kind] = entries.count
    entries.append(Entry(file: file, warning: warning))
    return "\(file): \(warning)"
  }

  /// Each kind with its first file and the number of further ones.
  package var lines: [String] {
    entries.map { ($0.file, "\($0.warning)", $0.count - 1) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
      .map { "\($0): \($1)" + ($2 > 0 ? " (and \($2) more)" : "") }
  }

  /// A line for each kind with further warnings, with the sum of their counts.
  var repeated: [String] {
    entries.filter { $0.count > 1 }.map { entry in
      var sum = entry.warning
      if sum.count != nil { sum.count = entry.further }
      return "\((entry.count - 1).counted("more conversation")): \(sum)"
    }
  }
}
