import Crypto
import Encoding
package import ItemRecords
package import Networking
import Synchronization

/// A client of OpenAI-compatible endpoints: `POST {base}/chat/completions`, with a cache of replies (`ReplyCache`).
///
/// Transient errors are retried. Parts of the request that the endpoint refuses are omitted from then on. Everything
/// else is a failure with its reason. All requests pass one gate, which enforces the limits and slows down when the
/// endpoint asks for it.
package final class EndpointClient: Sendable {
  package struct Settings: Sendable {
    package var endpoint: ModelEndpoint
    package var model: String
    /// Members that the user adds to each request body.
    package var options: [BodyOption] = []
    package var timeouts = HTTPTimeouts()
    package var retries = RetryLimits()
    /// Maximum concurrent requests.
    package var concurrency = 16
    package var limits = RequestLimits()
    package var answers = AnswerCap.usual
    /// The known capabilities of the endpoint, if any.
    package var shape: RequestShape?

    package init(endpoint: ModelEndpoint, model: String) {
      (self.endpoint, self.model) = (endpoint, model)
    }
  }

  private let settings: Settings
  private let transport: any HTTPSending
  private let environment: Environment
  private let gate: RequestGate
  private let url: String
  private let headers: HTTPHeaders
  private let shape: Mutex<RequestShape>
  private let count = Atomic(0)
  private let hasStreamed = Atomic(false)

  /// Creates a client. With `other`, both clients share the limits of `other`.
  package init(
    _ settings: Settings, transport: any HTTPSending, environment: Environment = .system,
    sharingLimitsOf other: EndpointClient? = nil
  ) {
    var settings = settings
    // The user's own limit is never raised.
    if let cap = settings.options.first(where: \.limitsAnswers)?.value.int {
      settings.answers = AnswerCap(fixed: cap)
    }
    (self.settings, self.transport, self.environment) = (settings, transport, environment)
    url = settings.endpoint.url("/chat/completions")
    headers = settings.endpoint.fields(hasBody: true)
    shape = Mutex(
      settings.endpoint.shape(known: settings.shape, setByUser: settings.options.map(\.name)))
    gate =
      other?.gate
      ?? RequestGate(
        pacer: Pacer(limits: settings.limits, concurrency: settings.concurrency),
        environment: environment)
  }

  /// Returns the request body of the first attempt.
  package func body(of request: ChatRequest) -> [UInt8] { bodyAndShape(request).body.bytes }

  /// The path of the requests within a batch.
  package var questionPath: String { settings.endpoint.questionPath }

  package var modelName: String { settings.model }

  /// The currently known capabilities of the endpoint.
  package var currentShape: RequestShape { shape.withLock { $0 } }

  /// Records that the endpoint reads no more than this many chat tokens at once.
  package func note(mostWindowTokens tokens: Int) {
    let shape = self.shape.withLock { current in
      current.mostWindowTokens = min(tokens, current.mostWindowTokens ?? .max)
      return current
    }
    environment.learned(shape)
  }

  package var inFlight: Int { gate.inFlight }

  private func bodyAndShape(_ request: ChatRequest) -> (body: RequestBody, shape: RequestShape) {
    let shape = self.shape.withLock { $0 }
    return (
      RequestBody(
        model: settings.model, request, shape, settings.answers, options: settings.options), shape
    )
  }

  // MARK: - Asking

  /// Sends a question. Returns the answer and the usage.
  /// - Throws: `ModelFailure` if there is no usable answer.
  package func reply(
    to request: ChatRequest
  ) async throws(ModelFailure) -> (reply: ChatReply, usage: ModelUsage) {
    var asking = RetryState(retries: settings.retries)
    while true {
      let (body, shape) = bodyAndShape(request)
      if let kept = cached(body, request) { return (kept, asking.usage) }
      switch try await ask(request, body, &asking) {
      case .use(var reply):
        if reply.isCut { reply.answerTokens = reply.answerTokens ?? body.cap }
        if let cache = environment.cache { cache.keep(reply, forKey: key(of: body)) }
        return (reply, asking.usage)
      case .retry(let cause, let wait, _):
        // After a slow-down, the gate holds all requests back, including this one.
        if cause != .slowDown, let wait { try await pause(wait, asking) }
      case .change(let change, let why):
        try self.change(shape, change, body, because: why, asking)
      case .raiseCap(let why):
        // Another request may have raised the limit meanwhile, which also justifies another attempt.
        let raised = self.shape.withLock { $0 != shape ? $0 : $0.raising(settings.answers) }
        guard let raised else { throw ModelFailure(.window, why, asking.usage) }
        learn(raised, insteadOf: shape)
      case .split(nil, let why): throw ModelFailure(.tooLong, why, asking.usage)
      case .split(let limit?, let why):
        // If the maximum answer counts, a lower maximum may be enough.
        let cap = body.cap ?? 0
        if let next = shape.fitting(limit, cap: cap) {
          learn(next, insteadOf: shape)
        } else {
          var failure = ModelFailure(.tooLong, why, asking.usage)
          failure.promptLimit = limit.ofPrompt(cap: cap)
          throw failure
        }
      case .skip(let why): throw ModelFailure(.refused, why, asking.usage)
      case .fail(let why): throw ModelFailure(.window, why, asking.usage)
      case .stop(let cause, let why):
        let hint = cause == .address ? settings.endpoint.addressHint : ""
        throw ModelFailure(cause, why + hint, asking.usage)
      }
    }
  }

  /// Removes the answer to a question from the cache.
  package func discard(_ request: ChatRequest) {
    environment.cache?.drop(key: key(of: bodyAndShape(request).body))
  }

  private func pause(_ duration: Duration, _ asking: RetryState) async throws(ModelFailure) {
    do {
      try await environment.wait(duration)
    } catch {
      throw ModelFailure(.cancelled, "interrupted", asking.usage)
    }
  }

  private func ask(
    _ request: ChatRequest, _ body: RequestBody, _ asking: inout RetryState
  ) async throws(ModelFailure) -> ResponseAction {
    // An initial guess of four bytes per token, which the endpoint's counts correct.
    let estimate = body.bytes.count / 4
    let permit: Pacer.Permit
    do throws(RequestGate.Refusal) {
      permit = try await gate.enter(estimate: estimate, isAgain: asking.usage.requests > 0)
    } catch {
      switch error {
      case .cancelled: throw ModelFailure(.cancelled, "interrupted", asking.usage)
      case .reached(let limit):
        throw ModelFailure(.limit, limit.description, asking.usage)
      }
    }
    let started = environment.clock()
    var record = CallRecord(
      number: count.add(1, ordering: .relaxed).newValue, subject: request.subject, status: nil,
      duration: .zero, usage: nil, responseAction: .fail(why: ""), isFromCache: false)
    var reading: ClassifiedAnswer
    do throws(HTTPError) {
      let response = try await transport.send(
        HTTPRequest(
          .post, url, headers: headers, body: body.bytes, timeouts: settings.timeouts))
      record.status = response.status
      reading = AnswerClassifier.read(
        response, now: Double(environment.now()) / 1000, secrets: settings.endpoint.secrets)
      record.usage = reading.usage
      if reading.isStream, !hasStreamed.exchange(true, ordering: .relaxed) {
        environment.warn(
          "the endpoint streams its answers, although no stream is requested; they are read all the same"
        )
      }
      // A response without usage data still cost tokens, so estimate them.
      if reading.usage == nil, case .use(let reply) = reading.responseAction {
        reading.usage = ModelUsage(
          promptTokens: estimate, completionTokens: reply.text.utf8.count / 4)
      }
    } catch {
      reading = ClassifiedAnswer(
        responseAction: AnswerClassifier.read(error).masked(settings.endpoint.secrets))
      if error.mayHaveBeenProcessed { reading.usage = ModelUsage(promptTokens: estimate) }
      if error == .cancelled || error == .shutDown {
        gate.leave(permit, Pacer.Ending(usage: reading.usage ?? ModelUsage()))
        asking.note(reading.usage, isUsed: false)
        throw ModelFailure(.cancelled, "interrupted", asking.usage)
      }
    }
    record.duration = environment.clock() - started
    record.responseAction = reading.responseAction
    asking.note(reading.usage, isUsed: reading.isOfUse)
    let next = Result { () throws(ModelFailure) in
      try asking.next(reading.responseAction, random: environment.random())
    }
    gate.leave(permit, ending(of: reading, next))
    environment.log(record)
    return try next.get()
  }

  private func ending(
    of reading: ClassifiedAnswer, _ next: Result<ResponseAction, ModelFailure>
  ) -> Pacer.Ending {
    var ending = Pacer.Ending(usage: reading.usage ?? ModelUsage())
    ending.prices = settings.limits.prices
    if reading.isOfUse {
      ending.isGood = true
      // A limit that resets tomorrow is not waited for before it is exceeded.
      if let pause = reading.pause, pause <= .seconds(settings.retries.longest) {
        ending.pause = Int(pause / .milliseconds(1))
      }
    }
    if case .retry(.slowDown, _, _) = reading.responseAction { ending.isSlowDown = true }
    if case .success(.retry(.slowDown, let wait?, _)) = next {
      ending.pause = Int((wait / .milliseconds(1)).rounded())
    }
    return ending
  }

  // MARK: - Capabilities of the endpoint

  private func change(
    _ shape: RequestShape, _ change: RequestChange, _ body: RequestBody, because why: String,
    _ asking: RetryState
  ) throws(ModelFailure) {
    guard let next = shape.applying(change, to: body.names) else {
      // The request may succeed in a form that another request found meanwhile.
      if self.shape.withLock({ $0 != shape }) { return }
      throw ModelFailure(.window, why, asking.usage)
    }
    let isNew = learn(next, insteadOf: shape)
    let option = settings.options.first {
      next.name(of: $0.name) == nil && shape.name(of: $0.name) != nil
    }
    if isNew, let option {
      environment.warn("\(why); --body-option \(option.name) is not sent")
    }
  }

  /// Stores a new shape. Does nothing if another request changed it meanwhile, since the refused form was an older one.
  @discardableResult
  private func learn(_ next: RequestShape, insteadOf shape: RequestShape) -> Bool {
    let isNew = self.shape.withLock { current in
      guard current == shape, next != shape else { return false }
      current = next
      return true
    }
    if isNew { environment.learned(next) }
    return isNew
  }

  // MARK: - The cache

  private func cached(_ body: RequestBody, _ request: ChatRequest) -> ChatReply? {
    guard let cache = environment.cache, let reply = cache.reply(forKey: key(of: body)) else {
      return nil
    }
    environment.log(
      CallRecord(
        number: count.add(1, ordering: .relaxed).newValue, subject: request.subject, status: nil,
        duration: .zero, usage: nil, responseAction: .use(reply), isFromCache: true))
    return reply
  }

  /// Returns a key for the exact request: URL and body, but not the API key.
  private func key(of body: RequestBody) -> String {
    var digest = SHA256()
    digest.update(Array(url.utf8) + [0])
    digest.update(body.bytes)
    return Hex.string(digest.finish())
  }
}
