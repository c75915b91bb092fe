import HTTPTransport
import LanguageModel

/// The way to an endpoint: transport, time-outs, and the question which models it has.
struct Connection {
  private let endpoint: ModelEndpoint
  private let transport: CurlTransport
  private let timeouts: HTTPTimeouts
  private let retries: RetryLimits

  init(_ endpoint: ModelEndpoint, _ invocation: Invocation) throws {
    self.endpoint = endpoint
    let settings = invocation.settings
    var transport = TransportSettings(environment: invocation.environment)
    if let file = settings.value(of: ModelOptionSet.caFile) { transport.authorityFile = file }
    transport.userAgent = "actionitems/\(Tool.version)"
    self.transport = try CurlTransport(settings: transport)
    retries = RetryLimits(tries: 1 + (settings.value(of: ModelOptionSet.retries) ?? 5))
    let total =
      settings.value(of: ModelOptionSet.requestTimeout)
      ?? (endpoint.isLoopback ? .seconds(600) : .seconds(120))
    timeouts = HTTPTimeouts(
      connect: settings.value(of: ModelOptionSet.connectTimeout) ?? .seconds(10), total: total)
  }

  /// The model's name as set; where none is, an error that lists those there are.
  func model(named name: String?) async throws(CommandFailure) -> String {
    if let name { return name }
    let needed = "no model is named: give --model or $OPENAI_MODEL"
    do {
      let names = try await ModelList(
        at: endpoint, transport: transport, timeouts: timeouts
      ).names
      let list = names.prefix(50).map { "\n  \($0)" }.joined()
      throw CommandFailure(
        .usage, names.isEmpty ? needed : "\(needed); \(endpoint.host) has\(list)")
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(.usage, "\(needed) (its list of models: \(error))")
    }
  }

  func client(model: String, concurrency: Int) -> EndpointClient {
    var settings = EndpointClient.Settings(endpoint: endpoint, model: model)
    settings.timeouts = timeouts
    settings.retries = retries
    settings.concurrency = concurrency
    return EndpointClient(settings, transport: transport)
  }
}
