import ActionItems
import Extraction
import Networking
import Store
import Sync

/// The options for a remote, which the store keeps. `RemoteFilterOptions` (below) select the items that are sent.
/// `Option.named`, at the end, creates the option `--name`, also for `peer` and `watch`.
enum RemoteOptionSet {
  static let to = Option.text(
    "to", "URL", "the server's address, as in wss://host/path; it is stored")
  static let name = Option.named("the remote's name").defaulting(to: "default")
  static let pin = Option<String>.value(
    "pin", "SHA256", expected: "a SHA-256 in base64 or in hex, or empty for none",
    "accept only a server whose public key has this SHA-256",
    read: { $0.isEmpty ? $0 : RemoteOptions.pin($0) })
  static let caFile = removable(ModelOptionSet.caFile.name, "FILE", ModelOptionSet.caFile.help)
  static let allowInsecure = Option.flag(
    "allow-insecure", "allow unencrypted ws:// to another machine")
  static let tokenVariable = removable(
    "token-env", "NAME", "the environment variable with the token"
  )
  .defaulting(
    to:
      "ACTIONITEMS_SYNC_TOKEN_NAME, with the remote's name in capitals, else ACTIONITEMS_SYNC_TOKEN"
  )
  static let tokenFile = removable(
    "token-file", "FILE",
    "read the token from FILE; with --follow, also after it was refused and FILE has changed")
  static let tokenInURL = Option.flag(
    "token-in-url", "send the token in the address, where logs may record it")
  static let tunnel = removable("tunnel", "ID", "connect through a tunnel of the server")
  static let channel = removable(
    "channel", "NAME", isRepeatable: true,
    "subscribe to a channel of the server; for a hub, conversation:GLOB or person:NAME")
  static let prefer = Option<String>.value(
    "prefer", "mine|theirs|DEVICE",
    expected: "mine, theirs, a prefix of a device's id, or empty for none",
    "the value that wins a conflict: the local one, the other one, or that of a device",
    read: { isPreference($0) ? $0 : nil })

  static let all: [any OptionDescribing] = [
    to, name, pin, caFile, allowInsecure, tokenVariable, tokenFile, tokenInURL, tunnel, channel,
    prefer, ModelOptionSet.connectTimeout,
  ]

  /// Returns whether a text is a conflict rule. A device id has more than letters, which distinguishes it from a typo.
  private static func isPreference(_ text: String) -> Bool {
    text.isEmpty || text == "mine" || text == "theirs"
      || text.utf8.count >= 4
        && text.utf8.contains { (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x3A }
  }

  /// Creates an option that is stored until an empty value removes it.
  fileprivate static func removable(
    _ name: String, _ placeholder: String, isRepeatable: Bool = false, _ help: String
  ) -> Option<String> {
    .value(name, placeholder, expected: "a string", isRepeatable: isRepeatable, help, read: { $0 })
  }

  /// Returns the stored options with the given settings applied.
  static func options(_ settings: Settings, over kept: RemoteOptions) -> RemoteOptions {
    typealias Filter = RemoteFilterOptions
    var options = kept
    func take(_ option: Option<String>, _ path: WritableKeyPath<RemoteOptions, String?>) {
      guard let text = settings.value(of: option) else { return }
      options[keyPath: path] = text.isEmpty ? nil : text
    }
    func take(_ option: Option<String>, _ path: WritableKeyPath<RemoteOptions, [String]>) {
      let texts = settings.values(of: option)
      if !texts.isEmpty { options[keyPath: path] = texts.filter { !$0.isEmpty } }
    }
    take(caFile, \.authorityFile)
    take(pin, \.pin)
    take(tokenVariable, \.tokenVariable)
    take(tokenFile, \.tokenFile)
    take(tunnel, \.tunnel)
    take(channel, \.channels)
    take(Filter.conversation, \.conversations)
    take(Filter.assignee, \.assignee)
    if let text = settings.value(of: Filter.kind) {
      options.kinds = text.isEmpty ? nil : LoadingOptionSet.readKinds(text)
    }
    if let text = settings.value(of: prefer) { options.rule = ConflictRule(text) }
    if let flag = settings.value(of: allowInsecure) { options.allowsInsecure = flag }
    if let flag = settings.value(of: tokenInURL) { options.tokenInAddress = flag }
    return options
  }
}

/// The options that filter the items sent to a remote.
enum RemoteFilterOptions {
  // These are per remote: a variable or a file would set them for all, and for `extract` and `list` as well.
  static let conversation = RemoteOptionSet.removable(
    "conversation", "GLOB", isRepeatable: true,
    "send only conversations whose title or id matches"
  ).perCall
  static let kind = Option<String>.value(
    "kind", "KINDS", expected: "some of public,private,group,direct, with commas, or empty",
    "send only conversations of these kinds",
    read: { $0.isEmpty || LoadingOptionSet.readKinds($0) != nil ? $0 : nil }
  ).defaulting(to: "all but direct; all for a server on this machine").perCall
  static let assignee = RemoteOptionSet.removable(
    "assignee", "NAME",
    "send only items assigned to NAME; 'me' as in people.json, '-' for unassigned"
  ).perCall

  static let all: [any OptionDescribing] = [conversation, kind, assignee, PeopleOption.people]

  /// Returns the current filter. People are looked up each time.
  static func filter(
    _ options: RemoteOptions, isOnLoopback: Bool, _ invocation: Invocation,
    store: (any StorageFolder)?
  ) throws -> RemoteFilter {
    RemoteFilter(
      conversations: options.conversations, kinds: options.kinds(isOnLoopback: isOnLoopback),
      assignee: try options.assignee.map { try AssigneeFilter($0, invocation, store: store) })
  }

  /// Returns the filter of a stored remote.
  static func filter(
    kept state: RemoteState, _ invocation: Invocation, store: any StorageFolder
  ) throws -> RemoteFilter {
    let address = state.address.flatMap { try? ServerAddress($0, allowsInsecure: true) }
    return try filter(
      state.options, isOnLoopback: address?.destination.isLoopback ?? false, invocation,
      store: store)
  }
}

extension Option where Value == String {
  /// Creates the option `--name` for something that a store keeps under a name.
  static func named(_ help: String) -> Option {
    .value(
      "name", "NAME", expected: "at most 64 letters, digits, '-', '_' and '.'", help,
      read: { FeedCursor.isName($0) ? $0 : nil })
  }
}
