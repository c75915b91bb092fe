import Store
import SyncHub
import System

/// `hub`: runs a server with which the stores of other machines sync, and which shows the list in browsers.
enum HubCommand {
  static let listen = Option<ListenAddress>.value(
    "listen", "HOST:PORT", expected: "an address such as 127.0.0.1:8787",
    "the address to listen on; port 0 lets the system choose", read: { ListenAddress($0) }
  ).defaulting(to: "127.0.0.1:8787")
  static let tokenVariable = Option.text(
    "token-env", "NAME", "the variable with the token that clients must send"
  ).defaulting(to: "ACTIONITEMS_HUB_TOKEN").perCall
  static let tokenInURL = Option.flag(
    "allow-token-in-url",
    "also accept the token as ?token= in the address, where logs may record it")
  static let sessions = Option<Int>.number(
    "sessions", 1...10_000, "the maximum number of concurrent sessions"
  )
  .defaulting(to: "256")

  static let open = Option.flag(
    "open", "serve without any token: every user of this machine can read and change everything"
  ).perCall

  static let page = Option.flag(
    "page", "serve the list to browsers; on by default if only this machine can connect")

  /// Minimum characters of a token that others may try to guess.
  private static let shortestToken = 16

  static let command = Command(
    name: "hub", summary: "run a server that other stores sync with",
    details: """
      Accepts 'actionitems sync' of other machines, keeps their items in a store of its own, and sends each of them
      the changes of the others. Acknowledged changes are on disk. The same address serves the list to browsers,
      live; /list without JavaScript, GET /items for programs, and GET /healthz for health checks. The hub has no
      TLS: put a TLS proxy in front of it, or keep it local to this machine. If the disk is full, it refuses
      changes, which clients send again later, and continues to send what it has.

      Clients must send the token in $ACTIONITEMS_HUB_TOKEN or a named one made by 'hub token'. With --open no token
      is needed; then only this machine may connect, and the store may never have had named tokens. If other
      machines can connect, the shared token needs at least 16 characters ('openssl rand -hex 16' makes one).
      """,
    options: [listen, open, page, tokenVariable, tokenInURL, sessions, ZoneOption.timeZone]
      + StoreLimitOptions.all,
    isServer: true, run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let settings = invocation.settings
    let console = invocation.console
    let address = settings.value(of: listen) ?? ListenAddress(host: "127.0.0.1", port: 8787)
    let variable = settings.value(of: tokenVariable) ?? "ACTIONITEMS_HUB_TOKEN"
    let token = invocation.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    if let token { try RemoteToken.check(token, in: "$\(variable)") }
    try refuse(
      if: token == nil && settings.value(of: tokenVariable) != nil,
      "--token-env: $\(variable) has no token")
    let store = try invocation.makeStore()
    let tokens: HubTokens?
    do {
      tokens = try HubTokens(of: store.id, in: store.folder)
    } catch let error as HubError {
      throw CommandFailure(.usage, error.description)
    }
    if token == nil, tokens == nil {
      try refuse(
        if: try HubTokens.wereIssued(in: store.folder),
        "this store has had named tokens, but their secret is missing: make new ones with 'hub token' (the earlier "
          + "ones stay revoked), or set $\(variable)")
      try refuse(
        if: !address.isLoopback,
        "$\(variable) has no token: anyone could read and change everything")
      try refuse(
        if: !settings.isOn(open),
        "$\(variable) has no token: set it ('openssl rand -hex 16' makes one), make named ones with 'hub token', or "
          + "let every user of this machine connect with --open")
      try refuse(
        if: settings.source(of: tokenInURL) == .commandLine,
        "--open and --allow-token-in-url cannot be used together")
      console.warn("--open: every user of this machine can connect")
    } else {
      try refuse(if: settings.isOn(open), "--open: this hub has a token; leave out one of both")
    }
    if !address.isLoopback {
      try refuse(
        if: token.map { $0.count < shortestToken } ?? (tokens == nil),
        "the token in $\(variable) has fewer than \(shortestToken) characters: anyone who can reach \(address) could "
          + "guess it; 'openssl rand -hex 16' makes one")
      console.warn(
        "\(address) can be reached from other machines, and the hub has no TLS: token and items can be intercepted; "
          + "listen on 127.0.0.1 and put a TLS proxy in front of it")
    }
    var limits = HubSettings(token: token)
    limits.tokens = tokens
    limits.storeLimits = StoreLimitOptions.limits(settings)
    if !settings.isOn(open), settings.isOn(tokenInURL) {
      limits.takesTokenInAddress = true
      console.warn(
        "the token may be sent in the address, where logs may record it "
          + "(ACTIONITEMS_ALLOW_TOKEN_IN_URL=false turns that off)")
    }
    (limits.zone, limits.zones) = (try invocation.teamZone(), invocation.zones)
    limits.showsPage = settings.value(of: page) ?? address.isLoopback
    if let count = settings.value(of: sessions) { limits.sessions = count }
    // One socket and the journal's files per session, and some for everything else.
    DescriptorLimit.raise(to: limits.sessions * 4 + limits.unauthenticated + 256)
    let hub: Hub
    do {
      hub = try await Hub(
        store: store, listeningOn: address, settings: limits, wall: invocation.now,
        log: { console.detail($0) }, warn: { console.warn($0) },
        alert: { console.alert($0) })
    } catch let error as HubError {
      throw CommandFailure(error.isBusy ? .locked : .usage, error.description)
    }
    console.inform("listening on ws://\(hub.address)")
    if limits.showsPage { console.inform("the list for browsers: http://\(hub.address)/") }
    try await hub.run()
    return .done
  }
}
