import Encoding

/// Where the items are in what a model wrote: in a list, in wrappers around it at any depth, or in an object by itself.
enum ItemList {
  /// A list; not all entries need be items.
  case entries([JSONValue])
  /// One item, whose object may be open where the text was cut.
  case item(JSONValue, isOpen: Bool)
  /// No items, and what there is instead.
  case nothing(ReplyError)
  /// Null, or an object without a value: there are no items if nothing else is there.
  case blank

  /// Names of members that hold the list, as `FieldName` writes them.
  private static let names: Set<String> = [
    "items", "actionitems", "results", "result", "data", "extractions", "tasks", "todos",
    "actions", "output", "response", "answer", "list", "entries", "todo", "arguments",
  ]

  /// Names of members that tell why there is no answer.
  private static let failures: Set<String> = ["error", "errors", "refusal", "detail"]

  /// How deep JSON within strings may be.
  private static let encodings = 3

  /// Looks for the items of a value; of the text's `openDepth` open ends, the value is the first.
  init(_ value: JSONValue, openDepth: Int) {
    self = Self.find(value, open: openDepth, encodings: Self.encodings)
  }

  private static func find(_ value: JSONValue, open: Int, encodings: Int) -> ItemList {
    if open == 0, isBlank(value) { return .blank }
    switch value {
    case .array(let elements): return find(in: elements, open: open, encodings: encodings)
    case .object(let members):
      if ItemFields.isItem(members) { return .item(value, isOpen: open > 0) }
      return find(in: members, open: open, encodings: encodings)
    case .string(let text):
      guard encodings > 0, let inner = encoded(text) else { break }
      return find(inner.value, open: inner.openDepth, encodings: encodings - 1)
    default: break
    }
    return .nothing(.notItems(found: value.kind.rawValue))
  }

  /// Whether a value says nothing: null, or an object all of whose members do, as of a form that nobody filled in.
  private static func isBlank(_ value: JSONValue) -> Bool {
    switch value {
    case .null: true
    case .object(let members):
      members.allSatisfy { member in
        // A list under its own name is an answer by itself.
        if member.value.array?.isEmpty == true { return ItemFields.isField(member.key) }
        return member.value.isNull || member.value.string.map(isBlank) ?? false
      }
        && !members.contains {
          names.contains(FieldName.plain($0.key)) && !ItemFields.isField($0.key)
        }
    default: false
    }
  }

  private static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy { $0 <= 0x20 } }

  private static func encoded(_ text: String) -> LenientReader.Candidate? {
    let first = text.utf8.first { $0 > 0x20 }
    guard first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else { return nil }
    var reader = LenientReader(Array(text.utf8))
    return reader.next()
  }

  // MARK: - Lists

  private static func find(
    in elements: [JSONValue], open: Int, encodings: Int
  ) -> ItemList {
    let hasItems = elements.contains { element in
      element.object.map(ItemFields.isItem) ?? false
    }
    if open == 0, elements.allSatisfy(isBlank) { return .entries([]) }
    if elements.isEmpty || hasItems { return .entries(elements) }
    // A list of lists, of wrappers, or of strings that hold items.
    var entries: [JSONValue] = []
    for (index, element) in elements.enumerated() {
      let open = index == elements.count - 1 ? max(0, open - 1) : 0
      switch find(element, open: open, encodings: encodings) {
      case .entries(let inner): entries += inner
      case .item(let item, let isOpen): if !isOpen { entries.append(item) }
      case .nothing, .blank: return .nothing(problem(in: elements))
      }
    }
    return .entries(entries)
  }

  /// What is wrong with the first entry of a list that has no items.
  private static func problem(in elements: [JSONValue]) -> ReplyError {
    guard let first = elements.first else { return .notItems(found: "an empty list") }
    do throws(ReplyError) {
      _ = try ItemFields(first, number: 1).items()
      return .notItems(found: "a list of something else")
    } catch {
      return error
    }
  }

  // MARK: - Wrappers

  private static func find(in members: [JSONValue.Member], open: Int, encodings: Int) -> ItemList {
    var known: [ItemList] = []
    var other: [ItemList] = []
    var problem: ReplyError?
    // Instead of a list there is null, or a word for none.
    var hasDenial = false
    for (index, member) in members.enumerated() {
      let open = index == members.count - 1 ? max(0, open - 1) : 0
      let isKnown = names.contains(FieldName.plain(member.key))
      let found = find(member.value, open: open, encodings: encodings)
      switch found {
      case .entries(let entries):
        // An empty list of another name says nothing about items, if more is said.
        if isKnown {
          known.append(found)
        } else if !entries.isEmpty || members.count == 1 {
          other.append(found)
        }
      case .item: if isKnown { known.append(found) } else { other.append(found) }
      case .nothing(let inner):
        if member.value.kind == .array { problem = problem ?? inner }
        if isKnown, let text = member.value.string, isBlank(text) || Denial.stands(in: text) {
          hasDenial = true
        }
      case .blank: if isKnown { hasDenial = true }
      }
    }
    // What is empty under one name may be full under another.
    let full = known.first { list in
      if case .entries(let entries) = list { !entries.isEmpty } else { true }
    }
    if let first = full ?? known.first { return first }
    guard let only = other.first else {
      let isFailure = members.contains {
        failures.contains(FieldName.plain($0.key)) && !isBlank($0.value)
      }
      if hasDenial, !isFailure, open == 0 { return .entries([]) }
      return .nothing(problem ?? .notItems(found: "an object without a list"))
    }
    if other.count == 1 { return only }
    // Lists under several names, by person or by priority: all of them.
    return .entries(
      other.flatMap { list -> [JSONValue] in
        switch list {
        case .entries(let entries): entries
        case .item(let item, let isOpen): isOpen ? [] : [item]
        case .nothing, .blank: []
        }
      })
  }
}
