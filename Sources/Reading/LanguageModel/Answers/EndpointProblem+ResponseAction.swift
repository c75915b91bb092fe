import Encoding
import Networking

/// Decides the reaction to an error: by its kind, and otherwise by the response's status.
extension EndpointProblem {
  /// Returns the reaction to the problem for a response status.
  func responseAction(status: Int, _ headers: HTTPHeaders, _ waits: WaitFields) -> ResponseAction {
    let responseAction = self.responseAction(status: status, waits)
    // OpenAI's servers send this explicitly, and its own client obeys it.
    switch (headers["x-should-retry"]?.lowercased(), responseAction) {
    case ("false", .retry(_, _, let why)): return .fail(why: why)
    case ("true", .fail(let why)):
      return .retry(.failure, after: asked(waits), why: why)
    default: return responseAction
    }
  }

  private func responseAction(status: Int, _ waits: WaitFields) -> ResponseAction {
    let why = sentence(status: status)
    if isContentFilter { return .skip(why: why) }
    if isBadGeneration { return badGeneration(why) }
    if isQuota || status == 402 { return .stop(.quota, why: why) }
    if isKey { return .stop(.key, why: why + "; check the key") }
    if lacksTheWordJSON { return .fail(why: why) }
    if isAddress { return .stop(.address, why: why) }
    if (400...499).contains(status), status != 429, sizeLimit == nil,
      case .lowerCap(let cap)? = change
    {
      return .change(.lowerCap(cap), why: why)
    }
    if isTooLong || status == 413 {
      return .split(sizeLimit.flatMap { $0.isExceeded ? $0 : nil }, why: why)
    }
    return byStatus(status, why, waits)
  }

  private func byStatus(_ status: Int, _ why: String, _ waits: WaitFields) -> ResponseAction {
    switch status {
    case 400, 422:
      if isModel, change == nil || parameter == nil && type == "invalid_model" {
        return .stop(.model, why: why + "; check the model's name")
      }
      return change.map { .change($0, why: why) } ?? .fail(why: why)
    case 401, 403: return .stop(.key, why: why + "; check the key")
    case 407: return .stop(.connection, why: why)
    case 404, 405, 410, 421:
      // A router with many providers may have none that supports the request.
      if words.holds("no endpoints found that"), let change { return .change(change, why: why) }
      return isModel
        ? .stop(.model, why: why + "; check the model's name")
        : .stop(.address, why: why + "; check the base address and the model's name")
    case 300...399: return .stop(.address, why: why + "; check the base address")
    case 429, 498, 529: return .retry(.slowDown, after: asked(waits), why: why)
    case 408, 409, 425: return .retry(.failure, after: asked(waits), why: why)
    case 501, 505: return .fail(why: why)
    case 500...599:
      if isModel { return .stop(.model, why: why) }
      if let change, case .simplerFormat = change { return .change(change, why: why) }
      // 503 means a full queue on some servers and a broken backend on others. A retry time indicates a full queue.
      let isFull = isOverload || status == 503 && waits.retryAfter != nil
      return .retry(isFull ? .slowDown : .failure, after: asked(waits), why: why)
    default: return .fail(why: why)
    }
  }

  /// Uses the rejected output if there is one, since it may contain the answer; otherwise retries.
  private func badGeneration(_ why: String) -> ResponseAction {
    guard let failedGeneration, failedGeneration.utf8.contains(where: { $0 > 0x20 }) else {
      return .retry(.nothing, after: nil, why: why)
    }
    return .use(ChatReply(text: failedGeneration, finishReason: "stop"))
  }

  /// Returns the requested wait. Sources in order: header field, body field, message text, reset time of the limits.
  private func asked(_ waits: WaitFields) -> Duration? {
    waits.retryAfter ?? (retryDelay ?? WaitText.find(in: words)).flatMap(WaitFields.duration)
      ?? waits.exhausted ?? waits.reset
  }
}
