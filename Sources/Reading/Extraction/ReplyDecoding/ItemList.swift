import Encoding

/// The items in a JSON value of a reply: a list, a list within wrappers at any depth, or an object by itself.
enum ItemList {
  /// A list. Entries need not be items.
  case entries([JSONValue])
  /// One item. `isOpen` means that the text ends within its object.
  case item(JSONValue, isOpen: Bool)
  /// No items; the error says what was found.
  case nothing(ReplyError)
  /// Null, or an object without values. Means "no items" if the reply has nothing else.
  case blank

  /// Names of members that contain the list, in the form of `FieldName.plain`.
  private static let names: Set<String> = [
    "items", "actionitems", "results", "result", "data", "extractions", "tasks", "todos",
    "actions", "output", "response", "answer", "list", "entries", "todo", "arguments",
  ]

  /// Names of members that explain why there is no answer.
  private static let failures: Set<String> = ["error", "errors", "refusal", "detail"]

  /// Maximum nesting of JSON within strings.
  private static let encodings = 3

  /// Finds the items of a value. `openDepth` is the number of brackets left open at the end of the text, starting with
  /// this value.
  init(_ value: JSONValue, openDepth: Int) {
    self = Self.find(value, open: openDepth, encodings: Self.encodings)
  }

  private static func find(_ value: JSONValue, open: Int, encodings: Int) -> ItemList {
    if open == 0, isBlank(value) { return .blank }
    switch value {
    case .array(let elements): return find(in: elements, open: open, encodings: encodings)
    case .object(let members):
      if ReplyItemFields.isItem(members) { return .item(value, isOpen: open > 0) }
      return find(in: members, open: open, encodings: encodings)
    case .string(let text):
      guard encodings > 0, let inner = encoded(text) else { break }
      return find(inner.value, open: inner.openDepth, encodings: encodings - 1)
    default: break
    }
    return .nothing(.notItems(found: value.kind.rawValue))
  }

  /// Returns whether a value is empty: null, or an object with only empty members, like an unfilled form.
  private static func isBlank(_ value: JSONValue) -> Bool {
    switch value {
    case .null: true
    case .object(let members):
      members.allSatisfy { member in
        // An empty list with a name of its own is an answer.
        if member.value.array?.isEmpty == true { return ReplyItemFields.isField(member.key) }
        return member.value.isNull || member.value.string.map(isBlank) ?? false
      }
        && !members.contains {
          names.contains(FieldName.plain($0.key)) && !ReplyItemFields.isField($0.key)
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
      element.object.map(ReplyItemFields.isItem) ?? false
    }
    if open == 0, elements.allSatisfy(isBlank) { return .entries([]) }
    if elements.isEmpty || hasItems { return .entries(elements) }
    // A list of lists, of wrappers, or of strings that contain items.
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

  /// Returns the problem with the first entry of a list without items.
  private static func problem(in elements: [JSONValue]) -> ReplyError {
    guard let first = elements.first else { return .notItems(found: "an empty list") }
    do throws(ReplyError) {
      _ = try ReplyItemFields(first, number: 1).items()
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
    // Whether null or a denial is in place of a list.
    var hasDenial = false
    for (index, member) in members.enumerated() {
      let open = index == members.count - 1 ? max(0, open - 1) : 0
      let isKnown = names.contains(FieldName.plain(member.key))
      let found = find(member.value, open: open, encodings: encodings)
      switch found {
      case .entries(let entries):
        // An empty list with an unrelated name says nothing about items if there are other members.
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
    // An empty list under one name does not hide a full one under another.
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
    // Several lists, for example by person or by priority, are joined.
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
