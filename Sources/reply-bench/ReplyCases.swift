import Foundation
import JSONText
import ReplyDecoding

/// Rows of JSON lines with an `input` and what is `expected` of it.
///
/// Where the row has a `category` the input is a reply and the expectation is its items, null where
/// there is an error. Elsewhere it is any JSON, of which the largest candidate counts, and objects one
/// after another are a list. An assignee that is a list of people is one item for each of them, which
/// the rows at hand leave open.
enum ReplyCases {
  static func run(_ paths: ArraySlice<String>) throws {
    for path in paths {
      var (good, all) = (0, 0)
      let text = try Data(contentsOf: URL(filePath: path))
      for line in text.split(separator: 0x0A) {
        let row = try JSONValue(parsing: Array(line))
        guard let input = row["input"]?.string, let expected = row["expected"] else { continue }
        all += 1
        let isReply = row["category"] != nil
        let found = isReply ? items(input) : value(input, asList: expected.array != nil)
        // Some rows leave the choice between an error and no items.
        let mayBeEmpty = row["note"]?.string?.contains("explicit empty result") ?? false
        let isEmpty = mayBeEmpty && found.array?.isEmpty == true
        if isReply ? isEmpty || agrees(found, expected) : same(found, expected) {
          good += 1
        } else {
          print("row \(all) \(row["category"]?.string ?? row["source"]?.string ?? "")")
          print("  input    \(String(input.prefix(300)).debugDescription)")
          print(
            "  expected \(expected.compact.prefix(300))\n  found    \(found.compact.prefix(300))")
        }
      }
      print("\(URL(filePath: path).lastPathComponent): \(good) of \(all) as expected")
    }
  }

  private static func items(_ reply: String) -> JSONValue {
    guard let decoded = try? ReplyDecoder().decode(reply) else { return .null }
    return .array(
      decoded.items.map { item in
        [
          "task": .string(item.task), "assignee": .text(item.assignee),
          "deadline": .text(item.deadline), "priority": .text(item.priority),
          "messageId": .string(item.messageId),
        ]
      })
  }

  /// Fields that the expectation does not name are absent.
  private static func agrees(_ found: JSONValue, _ expected: JSONValue) -> Bool {
    guard let items = found.array, let rows = expected.array else {
      return found.isNull && expected.isNull
    }
    return items.count == rows.count
      && zip(items, rows).allSatisfy { item, row in
        (item.object ?? []).allSatisfy { $0.value == row[$0.key] ?? .null }
      }
  }

  private static func value(_ text: String, asList: Bool) -> JSONValue {
    if let whole = try? JSONValue(parsing: Array(text.utf8)) { return unwrapped(whole, asList) }
    var reader = LenientReader(Array(text.utf8))
    var found: [LenientReader.Candidate] = []
    while let candidate = reader.next() {
      // A bracket of prose may have hidden the answer behind it, as for items.
      let isEmpty = candidate.value.array?.isEmpty ?? candidate.value.object?.isEmpty ?? false
      if isEmpty, candidate.isCut { reader.lookInside() }
      found.append(candidate)
    }
    found.removeAll { $0.range.lowerBound < reader.answerStart }
    let full = found.filter { !($0.isCut && $0.value.array?.isEmpty == true) }
    guard let largest = (full.isEmpty ? found : full).max(by: { $0.range.count <= $1.range.count })
    else { return .null }
    if found.count > 1, asList, found.contains(where: { $0.value.kind == .object }) {
      return .array(found.map(\.value))
    }
    return unwrapped(largest.value, asList)
  }

  /// The list in a wrapper, where a list is asked for.
  private static func unwrapped(_ value: JSONValue, _ asList: Bool) -> JSONValue {
    guard asList, let members = value.object, members.count == 1,
      members[0].value.kind == .array
    else { return value }
    return members[0].value
  }

  /// Whether two values are the same, numbers by their worth and members in any order.
  private static func same(_ a: JSONValue, _ b: JSONValue) -> Bool {
    if let a = a.array, let b = b.array {
      return a.count == b.count && zip(a, b).allSatisfy { same($0, $1) }
    }
    if let first = a.object, let second = b.object {
      return first.count == second.count
        && first.allSatisfy { member in b[member.key].map { same(member.value, $0) } ?? false }
    }
    if case .number = a, case .number = b { return a.double == b.double }
    return a == b
  }
}
