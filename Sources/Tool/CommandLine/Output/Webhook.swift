import CivilTime
import LanguageModel
import Networking
import System

/// The webhook of a chat, to which `report` posts. Its address is a secret, because it grants write access to the chat.
struct Webhook: Sendable {
  static let address = Option.text(
    "post", "URL", isSecret: true,
    "send it to a chat's webhook; other users of this machine can see an address on the command line"
  ).perCall
  static let file = Option.text(
    "post-file", "FILE", "send it to the webhook whose address is in FILE"
  ).perCall
  static let variable = Option.text(
    "post-env", "NAME", "send it to the webhook whose address is in this environment variable"
  ).perCall

  static let options: [any OptionDescribing] = [address, file, variable]

  private let url: String
  private let destination: HTTPDestination
  private let secrets: Secrets
  private let transport: CurlTransport
  private let console: Console
  private let now: @Sendable () -> Timestamp
  var host: String { destination.host }

  private static let tries = 5
  /// Maximum wait that a server may ask for, and maximum duration of one attempt.
  private static let longest = Duration.seconds(60)

  /// Creates the webhook from the options. Returns nil if none is set.
  init?(_ invocation: Invocation) throws {
    let settings = invocation.settings
    let given = Self.options.filter { settings.written($0) != nil }
    guard let option = given.first else { return nil }
    guard given.count == 1 else {
      throw CommandFailure(
        .usage, "--\(given[0].name) and --\(given[1].name) cannot be used together")
    }
    func refuse(_ why: String) -> CommandFailure {
      CommandFailure(.usage, "--\(option.name): \(why)")
    }
    var text = settings.value(of: Self.address)
    if let path = settings.value(of: Self.file) {
      let bytes = try SmallFile.read(path, for: option.name, limit: 1 << 16)
      text = String(decoding: bytes, as: UTF8.self)
    }
    if let name = settings.value(of: Self.variable) {
      guard APIKeySource.isVariable(name) else {
        throw refuse("takes the name of a variable, not the address itself")
      }
      guard let value = invocation.environment[name], !value.isEmpty else {
        throw refuse("\(APIKeySource.shown(name)) is not set")
      }
      text = value
    }
    let words = text?.split(whereSeparator: \.isWhitespace).map(String.init) ?? []
    guard words.count == 1, let destination = HTTPDestination(readable: words[0]) else {
      throw refuse("not the address of a webhook, as in https://hooks.example.com/…")
    }
    guard destination.scheme == "https" || destination.isLoopback else {
      throw refuse("http would send the report and the address unencrypted; use https")
    }
    (url, self.destination) = (words[0], destination)
    secrets = Self.secrets(url, destination)
    var transportSettings = TransportSettings(environment: invocation.environment)
    transportSettings.userAgent = "actionitems/\(Tool.version)"
    transport = try CurlTransport(settings: transportSettings)
    (console, now) = (invocation.console, invocation.now)
  }

  /// Returns the secrets to mask: everything after the host, as written and as in errors, and its parts.
  private static func secrets(_ url: String, _ destination: HTTPDestination) -> Secrets {
    let host = HTTPDestination(
      scheme: destination.scheme, host: destination.host, port: destination.port, path: "")
    let written = url.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3)
    let parts = url.split { "/?&=#".contains($0) }.dropFirst(2).map(String.init)
    return Secrets(
      [
        url, written.joined(separator: "/"), destination.path,
        String(destination.description.dropFirst(host.description.count)),
      ] + parts, keys: parts)
  }

  /// Posts JSON and retries if the webhook is busy. A request that may have been received is not repeated.
  func post(_ json: String) async throws {
    let request = HTTPRequest(
      .post, url, headers: ["Content-Type": "application/json", "Accept": "*/*"],
      body: Array(json.utf8), timeouts: HTTPTimeouts(total: Self.longest),
      maximumResponseBytes: 1 << 20)
    for number in 1... {
      let reason: String
      let isWorthAnother: Bool
      var wait = Duration.seconds(1 << (number - 1))
      do throws(HTTPError) {
        let response = try await transport.send(request)
        if (200...299).contains(response.status) { return }
        // After any other error, including 502 and 504, the report may already be in the chat.
        isWorthAnother = response.status == 429 || response.status == 503
        wait = WaitFields(response.headers, now: Double(now().seconds)).retryAfter ?? wait
        reason = "it answered \(response.status)\(words(of: response))"
      } catch {
        if error == .cancelled { throw CancellationError() }
        if case .invalidURL = error { throw CommandFailure(.usage, shown("\(error)")) }
        isWorthAnother = error.isTransient && !error.mayHaveBeenProcessed
        if case .redirectRefused(let status, _, let target) = error {
          // The target of a redirect may be as secret as the address itself.
          reason =
            "it redirects to \(target?.host ?? "no http address") (\(status)), which is not followed"
        } else {
          reason = shown("\(error)")
        }
      }
      guard isWorthAnother, number < Self.tries else {
        throw CommandFailure(
          .endpoint, "the webhook at \(host) did not accept the report: \(reason)")
      }
      guard wait <= Self.longest else {
        throw CommandFailure(
          .endpoint,
          "the webhook at \(host) asks to retry after \(wait.components.seconds) s: \(reason)"
        )
      }
      console.inform("\(host): \(reason); retrying in \(DurationText.write(wait))")
      try await Task.sleep(for: wait)
    }
  }

  private func words(of response: HTTPResponse) -> String {
    let text = shown(String(decoding: response.body.prefix(2000), as: UTF8.self))
    return text.isEmpty ? "" : ": \(SafeText.cut(text, to: 200))"
  }

  private func shown(_ text: String) -> String { secrets.masked(SafeText.line(text)) }
}
