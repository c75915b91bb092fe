import Store
import SyncHub
import System

/// `hub`: a small server with which the stores of other machines sync.
enum HubCommand {
  static let listen = Option<ListenAddress>.value(
    "listen", "HOST:PORT", expected: "an address such as 127.0.0.1:8787",
    "where to listen; port 0 lets the system choose", read: { ListenAddress($0) }
  ).defaulting(to: "127.0.0.1:8787")
  static let tokenVariable = Option.text(
    "token-env", "NAME", "the variable that holds the token that clients have to know"
  ).defaulting(to: "ACTIONITEMS_HUB_TOKEN").perCall
  static let tokenInURL = Option.flag(
    "allow-token-in-url",
    "take the token also as ?token= in the address, where logs on the way will show it")
  static let sessions = Option<Int>.number("sessions", 1...10_000, "sessions at the same time")
    .defaulting(to: "256")

  static let page = Option.flag(
    "page", "show the list to browsers; on by default where only this machine can connect")

  /// Minimum characters of a token that others may try to guess.
  private static let shortestToken = 16

  static let command = Command(
    name: "hub", summary: "be the sync engine that other stores deliver to",
    details: """
      Listens for 'actionitems sync' of other machines, keeps what they send in a store of its own, and tells
      each what the others have changed. What it acknowledges is on disk. At the same address a browser shows the
      list, live, /list is it without JavaScript, GET /items the list for programs, and GET /healthz says whether
      it is well. It speaks no TLS itself: put a server in front that does, or leave it on this machine. With a
      full disk it refuses what comes in, for its senders to try again later, and goes on telling what it has.

      Clients have to know the token in $ACTIONITEMS_HUB_TOKEN, or have one by name that 'hub token' has made;
      without either, only this machine may connect. Where others can, the one that all share has 16 characters
      at least ('openssl rand -hex 16' makes one).
      """,
    options: [listen, page, tokenVariable, tokenInURL, sessions], isServer: true, run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let settings = invocation.settings
    let console = invocation.console
    let address = settings.value(of: listen) ?? ListenAddress(host: "127.0.0.1", port: 8787)
    let variable = settings.value(of: tokenVariable) ?? "ACTIONITEMS_HUB_TOKEN"
    let token = invocation.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    if let token { try RemoteToken.check(token, in: "$\(variable)") }
    let store = try invocation.makeStore()
    let tokens: HubTokens?
    do {
      tokens = try HubTokens(of: store.id, in: store.folder)
    } catch let error as HubError {
      throw CommandFailure(.usage, error.description)
    }
    if token == nil, tokens == nil {
      try refuse(
        if: !address.isLoopback || settings.value(of: tokenVariable) != nil,
        "there is no token in $\(variable): everybody could read and change everything")
      console.warn("there is no token in $\(variable): everybody on this machine can connect")
    }
    if !address.isLoopback {
      try refuse(
        if: token.map { $0.count < shortestToken } ?? (tokens == nil),
        "the token in $\(variable) has fewer than \(shortestToken) characters: whoever reaches \(address) could "
          + "guess it; 'openssl rand -hex 16' makes one")
      console.warn(
        "\(address) can be reached from elsewhere, and the hub speaks no TLS: token and items can be read on the "
          + "way; listen on 127.0.0.1 and put a server in front that speaks it")
    }
    var limits = HubSettings(token: token)
    limits.tokens = tokens
    if token != nil, settings.isOn(tokenInURL) {
      limits.takesTokenInAddress = true
      console.warn(
        "the token may come in the address, where logs on the way will show it "
          + "(ACTIONITEMS_ALLOW_TOKEN_IN_URL=false takes that off)")
    }
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
