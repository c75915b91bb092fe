import ActionItemModel
import ActionItemRepository
import Extraction
import HTTPTransport
import Journal
import SyncEngine

/// The options that say which items a destination is told of.
enum DestinationFilterOptions {
  // Each destination has its own: a variable or a file would set them for all, and for `extract` and `list`, too.
  static let conversation = Option<String>.value(
    "conversation", "GLOB", expected: "a text", isRepeatable: true,
    "tell it only of conversations whose title or id fits", read: { $0 }
  ).perCall
  static let kind = Option<String>.value(
    "kind", "KINDS", expected: "some of public,private,group,direct, with commas, or empty",
    "tell it only of conversations of these kinds",
    read: { $0.isEmpty || LoadingOptionSet.readKinds($0) != nil ? $0 : nil }
  ).defaulting(to: "all but direct, and all for an engine on this machine").perCall
  static let assignee = Option<String>.value(
    "assignee", "NAME", expected: "a text",
    "tell it only what NAME is to do; 'me' by people.json, '-' for nobody", read: { $0 }
  ).perCall

  static let all: [any OptionDescribing] = [conversation, kind, assignee, PeopleOption.people]

  /// Takes what is said now.
  static func take(_ settings: Settings, into options: inout DestinationOptions) {
    let patterns = settings.values(of: conversation)
    if !patterns.isEmpty { options.conversations = patterns.filter { !$0.isEmpty } }
    if let text = settings.value(of: kind) {
      options.kinds = text.isEmpty ? nil : LoadingOptionSet.readKinds(text)
    }
    if let text = settings.value(of: assignee) { options.assignee = text.isEmpty ? nil : text }
  }

  /// What all of this means by now: who is who is looked up each time.
  static func filter(
    _ options: DestinationOptions, isOnLoopback: Bool, _ invocation: Invocation,
    store: (any StorageFolder)?
  ) throws -> DestinationFilter {
    DestinationFilter(
      conversations: options.conversations, kinds: options.kinds(isOnLoopback: isOnLoopback),
      assignee: try options.assignee.map { try WantedAssignee($0, invocation, store: store) })
  }

  /// By which filter a destination is delivered to that was synced with before.
  static func filter(
    kept state: DestinationState, _ invocation: Invocation, store: any StorageFolder
  ) throws -> DestinationFilter {
    let address = state.address.flatMap { try? EngineAddress($0, allowsInsecure: true) }
    return try filter(
      state.options, isOnLoopback: address?.destination.isLoopback ?? false, invocation,
      store: store)
  }

  /// Which changes a destination is still to be told of, of those behind its checkpoint.
  static func wanted(
    _ name: String, _ state: DestinationState, _ invocation: Invocation,
    _ store: any StorageFolder
  ) throws -> (StoreChange) -> Bool {
    let filter = try filter(kept: state, invocation, store: store)
    var file = try ToldFile(name, generation: state.generation, in: store)
    let told = try file.read(state)
    return { change in
      let item = change.change.known.item
      return filter.takes(item) || told.has(item.id)
    }
  }
}
