import ActionItemModel
import ActionItemRepository
import Extraction
import Synchronization

/// What is said of a filter that fits nobody and nothing there is: most likely its words are misspelt.
struct FilterNotes {
  private let person: String?
  private let conversations: [String]

  init(_ invocation: Invocation) {
    person = invocation.settings.value(of: ListCommand.assignee).flatMap { $0 == "-" ? nil : $0 }
    conversations = invocation.settings.values(of: ListCommand.conversation)
  }

  /// Whether anything is to be looked up, where so many items were found. Of several conversations some may be
  /// unknown all the same.
  func areWanted(found: Int) -> Bool {
    found == 0 ? person != nil || !conversations.isEmpty : conversations.count > 1
  }

  /// So many names are looked at.
  private static let most = 5000

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

  /// The notes, after a look at all items.
  func sentences(
    _ store: ActionItemStore, _ removed: [ActionItem], _ filter: ItemFilter
  ) async throws -> [String] {
    let globs = conversations.map { (text: $0, glob: Glob($0)) }
    let state = Mutex((names: Names(), knowsPerson: person == nil, known: Set<String>()))
    @Sendable func take(_ item: ActionItem) {
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
    removed.forEach(take)
    let (names, knowsPerson, known) = state.withLock { $0 }
    var sentences: [String] = []
    if let person, !knowsPerson, person != "me" {
      let first = names.people.compactMap { $0.split(separator: " ").first.map(String.init) }
      sentences.append(
        "nobody has items by the name of '\(person)'"
          + Self.proposal(for: person, among: Array(names.people) + first))
    }
    for text in conversations where !known.contains(text) {
      sentences.append(
        "no items are of a conversation '\(text)'"
          + Self.proposal(for: text, among: Array(names.conversations)))
    }
    return sentences
  }

  private static func proposal(for typed: String, among names: [String]) -> String {
    let loose = typed.lowercased().filter { $0 != "*" && $0 != "?" && $0 != "@" && $0 != "#" }
    // Sorted, so that the same is proposed each time.
    let names = names.sorted()
    let near =
      NearestName.find(loose, among: names.map { $0.lowercased() })
      ?? names.map { $0.lowercased() }.first { !loose.isEmpty && $0.contains(loose) }
    guard let name = names.first(where: { $0.lowercased() == near }) else { return "" }
    return "; did you mean '\(name)'?"
  }
}
