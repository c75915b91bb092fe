import ActionItems

/// Counts the items of each person's name, for the command `people`, and finds names that may be the same person.
struct PeopleTally {
  /// A name, with its counts.
  struct Row {
    let name: String
    /// The number of items that the person has to do.
    var assigned = 0
    /// The number of items that the person's messages state.
    var written = 0
    var platforms: Set<String> = []
    var ids: Set<String> = []
    /// The name in people.json.
    var listed: String?
    /// The name of another row that may be the same person.
    var perhaps: String?
  }

  private var rows: [String: Row] = [:]

  /// Maximum names. Later ones are ignored.
  private static let limit = 20_000

  mutating func add(_ item: ActionItem) {
    if let name = item.assignee {
      add(name, item) {
        $0.assigned += 1
        if let id = item.assigneeId { $0.ids.insert(id) }
      }
    }
    if let name = item.source.sender { add(name, item) { $0.written += 1 } }
  }

  private mutating func add(_ name: String, _ item: ActionItem, _ count: (inout Row) -> Void) {
    guard rows[name] != nil || rows.count < Self.limit else { return }
    var row = rows[name] ?? Row(name: name)
    row.platforms.insert(item.source.platform)
    count(&row)
    rows[name] = row
  }

  /// Returns the rows, those with the most items first, with their names in `people` and likely duplicates.
  func rows(_ people: PeopleDirectory) -> [Row] {
    // The names by their words, and by their usual short forms.
    var byShape: [String: Set<String>] = [:]
    for name in rows.keys {
      for shape in Self.shapes(name) { byShape[shape, default: []].insert(name) }
    }
    return rows.values.map { row in
      var row = row
      row.listed = ([row.name] + row.ids).lazy.compactMap { people.person(named: $0)?.name }.first
      let own = Self.words(row.name).joined(separator: " ")
      let others = (byShape[own] ?? []).subtracting([row.name]).filter {
        people.person(named: $0).map { $0.name != row.listed } ?? true
      }
      // With several candidates, a proposal would be a guess.
      row.perhaps = others.count == 1 ? others.first : nil
      return row
    }.sorted {
      ($1.assigned + $1.written, $0.name) < ($0.assigned + $0.written, $1.name)
    }
  }

  /// The words of a name, a handle or the part of an address before '@', in lower case.
  private static func words(_ name: String) -> [String] {
    name.prefix { $0 != "@" || name.first == "@" }.lowercased()
      .split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// The name in words, and its usual short forms: the first word, and the initial with the last word.
  private static func shapes(_ name: String) -> Set<String> {
    let words = words(name)
    guard let first = words.first, let last = words.last else { return [] }
    let whole = words.joined(separator: " ")
    if words.count == 1 { return [whole] }
    let initial = first.prefix(1)
    return [whole, words.joined(), first, initial + last, "\(initial) \(last)"]
  }
}
