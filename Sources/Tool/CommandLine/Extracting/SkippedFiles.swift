import Encoding
import Loading
import System

/// Counts the files that `inspect` skips in folders and archives, by kind, with a few names. Formats them for output.
struct SkippedFiles {
  /// The reason, and perhaps the file extension.
  private struct Kind: Hashable {
    let reason: SkippedFileReason
    /// The file extension, for files of an unknown format; empty if there is none.
    var ending = ""
  }

  /// The files of one kind.
  private struct Tally {
    let kind: Kind
    var count = 0
    var names: [String] = []
  }

  private var tallies: [Tally] = []
  private var places: [Kind: Int] = [:]

  /// Example names listed per kind.
  private static let nameLimit = 3
  /// Maximum kinds. Beyond it, extensions are no longer distinguished.
  private static let kindLimit = 100

  var isEmpty: Bool { tallies.isEmpty }

  /// Counts a file or another entry of a folder.
  mutating func note(_ reason: SkippedFileReason, path: String) {
    // A list file is read for what it says about others.
    if reason == .list { return }
    var kind = Kind(reason: reason)
    if reason == .unknownFormat, tallies.count < Self.kindLimit { kind.ending = Self.ending(path) }
    let place = places[kind] ?? tallies.count
    if place == tallies.count {
      places[kind] = place
      tallies.append(Tally(kind: kind))
    }
    tallies[place].count += 1
    if tallies[place].names.count < Self.nameLimit, tallies[place].names.last != path {
      tallies[place].names.append(path)
    }
  }

  /// Returns the file extension in lower case; empty if there is none.
  private static func ending(_ path: String) -> String {
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    let ending = name[name.index(after: dot)...]
    let isOne =
      (1...10).contains(ending.utf8.count) && ending.allSatisfy { $0.isLetter || $0.isNumber }
    return isOne ? ending.lowercased() : ""
  }

  /// The kinds, the most common ones first.
  private var sorted: [Tally] {
    tallies.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
      .map(\.element)
  }

  /// Returns a table. Paths below `folder` are shown relative to it.
  func lines(width: Int?, below folder: String?) -> [String] {
    var table = TextTable(["SKIPPED", "COUNT", "EXAMPLES"])
    for tally in sorted {
      let reason = tally.kind.reason.description
      table.add([
        tally.kind.ending.isEmpty ? reason : ".\(tally.kind.ending), \(reason)", "\(tally.count)",
        tally.names.map { Self.name($0, below: folder) }.joined(separator: ", "),
      ])
    }
    return table.lines(width: width)
  }

  private static func name(_ path: String, below folder: String?) -> String {
    guard let folder, path.hasPrefix(folder) else { return path }
    let rest = path.dropFirst(folder.count).drop { $0 == "/" }
    return rest.isEmpty ? "." : String(rest)
  }

  var json: JSONValue {
    .array(
      sorted.map { tally in
        [
          "reason": .string(tally.kind.reason.description),
          "extension": tally.kind.ending.isEmpty ? .null : .string(tally.kind.ending),
          "count": .int(tally.count), "files": .texts(tally.names),
        ]
      })
  }
}
