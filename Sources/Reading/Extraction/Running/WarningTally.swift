/// The warnings of many files, each kind once. Warnings that differ only in their numbers are of one kind.
package struct WarningTally: Sendable {
  private struct Entry {
    let file: String
    let warning: String
    var count = 1
    /// The sum of the counts that further warnings begin with.
    var further = 0
  }

  private var entries: [Entry] = []
  private var places: [String: Int] = [:]

  /// Maximum kinds. A warning beyond it counts as the last kind.
  private static let kindLimit = 1000

  package init() {}

  /// Counts a warning and returns it as a line if it is the first of its kind.
  package mutating func add(_ warning: String, of file: String) -> String? {
    let kind = warning.filter { !$0.isNumber }
    if let place = places[kind] ?? (entries.count < Self.kindLimit ? nil : entries.count - 1) {
      entries[place].count += 1
      entries[place].further += Self.leadingCount(warning) ?? 0
      return nil
    }
    places[kind] = entries.count
    entries.append(Entry(file: file, warning: warning))
    return "\(file): \(warning)"
  }

  /// Each kind with its first file and the number of further ones.
  package var lines: [String] {
    entries.sorted { ($0.file, $0.warning) < ($1.file, $1.warning) }.map { entry in
      "\(entry.file): \(entry.warning)" + (entry.count > 1 ? " (and \(entry.count - 1) more)" : "")
    }
  }

  /// The kinds that came again after the first line of their kind, with the sums of their counts.
  var repeated: [String] {
    entries.filter { $0.count > 1 }.map { entry in
      let sum = Self.leadingCount(entry.warning).map { _ in "\(entry.further)" } ?? ""
      let rest = sum.isEmpty ? entry.warning[...] : entry.warning.drop(while: \.isNumber)
      return
        "\(entry.count - 1) more \(entry.count == 2 ? "conversation" : "conversations"): \(sum)\(rest)"
    }
  }

  /// The count that a warning begins with, as in "3 messages have no date".
  private static func leadingCount(_ warning: String) -> Int? {
    Int(warning.prefix(while: \.isNumber)).flatMap { $0 < 1 << 40 ? $0 : nil }
  }
}
