public import HTTPTransport
import JSONText
import Synchronization

/// Asks an OpenAI-compatible endpoint: `POST {base}/chat/completions`.
///
/// What passes is tried again, what the endpoint refuses of the request's form is left out from then
/// on, and everything else is a failure with its reason.
public final class EndpointClient: ChatModel {
  /// What lies outside of the client.
  public struct Surroundings: Sendable {
    /// Waits; throws when the task is cancelled.
    public var wait: @Sendable (Duration) async throws -> Void
    /// A number between 0 and 1.
    public var random: @Sendable () -> Double

    /// Sets what lies outside.
    public init(
      wait: @escaping @Sendable (Duration) async throws -> Void = {
        try await Task.sleep(for: $0)
      },
      random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
      self.wait = wait
      self.random = random
    }
  }

  private let endpoint: ModelEndpoint
  private let model: String
  private let transport: any HTTPSending
  private let timeouts: HTTPTimeouts
  private let retries: RetryLimits
  private let surroundings: Surroundings
  /// What the endpoint has been found to bear.
  private let shape = Mutex(RequestShape())

  /// Makes a client for one model.
  public init(
    endpoint: ModelEndpoint, model: String, transport: any HTTPSending, timeouts: HTTPTimeouts,
    retries: RetryLimits = RetryLimits(), surroundings: Surroundings = Surroundings()
  ) {
    self.endpoint = endpoint
    self.model = model
    self.transport = transport
    self.timeouts = timeouts
    self.retries = retries
    self.surroundings = surroundings
  }

  /// The body of the request that a question would be sent with first.
  public func body(of request: ChatRequest) -> [UInt8] {
    shape.withLock { $0 }.body(model: model, request)
  }

  /// Asks one question.
  public func reply(to request: ChatRequest) async throws(ChatFailure) -> ChatAnswer {
    var effort = ChatEffort()
    var schedule = RetrySchedule(limits: retries)
    while true {
      let shape = self.shape.withLock { $0 }
      let reaction = await ask(request, shape, &effort)
      switch reaction {
      case .use(let reply):
        effort.add(reply)
        return ChatAnswer(reply: reply, effort: effort)
      case .retry(let after, let why):
        let random = surroundings.random()
        guard let wait = schedule.next(asked: after, random: random) else {
          throw ChatFailure(.endpoint, "\(why) (\(effort.requests) tries)", effort: effort)
        }
        try await pause(wait, effort)
      case .change(let change, let why):
        // Others may have changed the shape meanwhile; what was refused was this one.
        guard let next = shape.applying(change) else {
          throw ChatFailure(.answer, why, effort: effort)
        }
        self.shape.withLock { if $0 == shape { $0 = next } }
      case .split(let why): throw ChatFailure(.tooLong, why, effort: effort)
      case .skip(let why): throw ChatFailure(.refused, why, effort: effort)
      case .fail(let why): throw ChatFailure(.answer, why, effort: effort)
      case .stop(let why): throw ChatFailure(.unusable, why, effort: effort)
      }
      if Task.isCancelled { throw ChatFailure(.cancelled, "interrupted", effort: effort) }
    }
  }

  private func pause(_ duration: Duration, _ effort: ChatEffort) async throws(ChatFailure) {
    do {
      try await surroundings.wait(duration)
    } catch {
      throw ChatFailure(.cancelled, "interrupted", effort: effort)
    }
  }

  /// Sends the question once.
  private func ask(
    _ request: ChatRequest, _ shape: RequestShape, _ effort: inout ChatEffort
  ) async -> Reaction {
    effort.requests += 1
    do throws(HTTPError) {
      let response = try await transport.send(
        HTTPRequest(
          .post, endpoint.url("/chat/completions"), headers: endpoint.fields(hasBody: true),
          body: shape.body(model: model, request), timeouts: timeouts))
      return AnswerClassifier.reaction(to: response)
    } catch {
      return error.isTransient
        ? .retry(after: nil, why: error.description) : .stop(why: error.description)
    }
  }

  /// The names of the models that the endpoint offers, as `GET {base}/models` lists them.
  public static func models(
    at endpoint: ModelEndpoint, transport: any HTTPSending, timeouts: HTTPTimeouts
  ) async throws(ChatFailure) -> [String] {
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await transport.send(
        HTTPRequest(
          .get, endpoint.url("/models"), headers: endpoint.fields(hasBody: false),
          timeouts: timeouts))
    } catch {
      throw ChatFailure(.endpoint, error.description)
    }
    guard (200...299).contains(response.status) else {
      throw ChatFailure(.endpoint, "\(endpoint.host) answered \(response.status) to GET /models")
    }
    guard let list = (try? JSONValue(parsing: response.body))?["data"]?.array else {
      throw ChatFailure(.answer, "\(endpoint.host) answered GET /models with something else")
    }
    return list.compactMap { $0["id"]?.string }.sorted()
  }
}
