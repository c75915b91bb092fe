import ActionItems
import Encoding
import Extraction
import ItemRecords
import Store
import Sync
import Synchronization

/// The hints of `list` about a filter that matches no person or conversation in the store, probably because of a typo.
struct FilterNotes {
  private let person: String?
  private let conversations: [String]

  init(_ invocation: Invocation) {
    person = invocation.settings.value(of: ListCommand.assignee).flatMap { $0 == "-" ? nil : $0 }
    conversations = invocation.settings.values(of: ListCommand.conversation)
  }

  /// Returns whether names should be looked up after `found` items. With several conversations, some may be unknown
  /// even if items were found.
  func areWanted(found: Int) -> Bool {
    found == 0 ? person != nil || !conversations.isEmpty : conversations.count > 1
  }

  /// Maximum names that are compared.
  private static let most = 5000

  /// The names in the store.
  private struct Names {
    var people: Set<String> = []
    var conversations: Set<String> = []

    mutating func add(_ item: ActionItem) {
      if let name = item.assignee, people.count < most { people.insert(name) }
      if conversations.count < most {
        conversations.insert(item.conversationId)
        if let title = item.conversationTitle { conversations.insert(title) }
      }
    }
  }

  func sentences(
    _ store: ActionItemStore, _ away: [ActionItem], _ filter: ItemFilter
  ) async throws -> [String] {
    let globs = conversations.map { (text: $0, glob: Glob($0)) }
    let state = Mutex((names: Names(), knowsPerson: person == nil, known: Set<String>()))
    @Sendable func take(_ item: ActionItem) {
      guard filter.shown.matches(item) else { return }
      state.withLock { state in
        state.names.add(item)
        if !state.knowsPerson, filter.isAssigned(item) { state.knowsPerson = true }
        for (text, glob) in globs
        where !state.known.contains(text) && glob.matchesConversation(of: item) {
          state.known.insert(text)
        }
      }
    }
    try await store.forEachItem {
      take($0.item)
      return true
    }
    away.forEach(take)
    let (names, knowsPerson, known) = state.withLock { $0 }
    var sentences: [String] = []
    if let person, !knowsPerson, person != "me" {
      sentences.append(
        "no items assigned to '\(person)'"
          + Self.proposal(
            for: person, among: names.people,
            else: ListCommand.conversation.name, names.conversations))
    }
    for text in conversations where !known.contains(text) {
      sentences.append(
        "no items in a conversation '\(text)'"
          + Self.proposal(
            for: text, among: names.conversations, else: ListCommand.assignee.name, names.people))
    }
    return sentences
  }

  /// Returns a hint with the most likely name, from these names or from those of another option.
  private static func proposal(
    for typed: String, among names: Set<String>, else option: String, _ others: Set<String>
  ) -> String {
    let loose = typed.lowercased().filter { $0 != "*" && $0 != "?" && $0 != "@" && $0 != "#" }
    if let name = nearest(to: loose, among: names) { return "; did you mean '\(name)'?" }
    if let name = nearest(to: loose, among: others) {
      return "; did you mean --\(option) '\(name)'?"
    }
    return ""
  }

  /// Returns the closest name: by its whole, by one of its words, or the first that contains the typed text.
  private static func nearest(to typed: String, among names: Set<String>) -> String? {
    if typed.isEmpty { return nil }
    // Sorted, so that the hint is always the same.
    let names = names.sorted()
    let lower = names.map { $0.lowercased() }
    if let near = NearestName.find(typed, among: lower) ?? lower.first(where: { $0.shows(typed) }) {
      return zip(names, lower).first { $1 == near }?.0
    }
    let words = lower.map { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) }
    let near = NearestName.find(typed, among: words.flatMap { $0 })
    return zip(names, words).first { $1.contains { $0 == near } }?.0
  }
}
