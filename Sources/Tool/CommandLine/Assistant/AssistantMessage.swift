package import Encoding

/// A message from an assistant in the Model Context Protocol, parsed from one line. `AssistantServer` answers it.
package enum AssistantMessage: Hashable, Sendable {
  /// A request that needs a response. The id is a string or a whole number.
  case request(id: JSONValue, method: String, parameters: JSONValue)
  /// A cancellation of an earlier request.
  case cancellation(of: JSONValue)
  /// A message that needs no response: another notification, or a response.
  case passed
  /// Several messages on one line. Only one revision of the protocol permits this.
  case batch([AssistantMessage])
  /// An invalid message.
  case malformed(AssistantError, id: JSONValue)

  /// Maximum nesting of a client's message.
  private static let depth = 64
  /// Maximum messages in a batch.
  private static let mostInBatch = 100

  /// Parses a line.
  package init(parsing line: some Collection<UInt8>) {
    do throws(JSONError) {
      self.init(try JSONValue(parsing: line, limits: .init(depth: Self.depth)))
    } catch {
      // JSON that is nested too deeply is still JSON.
      let isJSON = error.reason == .tooDeep(limit: Self.depth)
      self = .malformed(isJSON ? .invalidRequest("\(error)") : .parseError("\(error)"), id: .null)
    }
  }

  /// Creates the error for a line that exceeds the limit.
  package static func tooLong(limit: Int) -> AssistantMessage {
    .malformed(.invalidRequest("a message must have at most \(limit) bytes"), id: .null)
  }

  private init(_ value: JSONValue) {
    if let elements = value.array {
      self =
        (1...Self.mostInBatch).contains(elements.count)
        ? .batch(elements.map(Self.single))
        : .malformed(
          .invalidRequest("a batch must have 1 to \(Self.mostInBatch) messages"), id: .null)
    } else {
      self = Self.single(value)
    }
  }

  private static func single(_ value: JSONValue) -> AssistantMessage {
    // An invalid id cannot be echoed.
    let id = value["id"].map { isID($0) ? $0 : .null }
    func refuse(_ why: String) -> AssistantMessage {
      .malformed(.invalidRequest(why), id: id ?? .null)
    }
    guard value.object != nil else { return refuse("a message must be an object") }
    guard value["jsonrpc"] == "2.0" else { return refuse("'jsonrpc' must be \"2.0\"") }
    guard let method = value["method"] else {
      let isAnswer = value["result"] != nil || value["error"] != nil
      return isAnswer ? .passed : refuse("'method' is missing")
    }
    guard let name = method.string else { return refuse("'method' must be a string") }
    let parameters = value["params"] ?? [:]
    guard let id else {
      guard name == "notifications/cancelled", let id = parameters["requestId"], isID(id) else {
        return .passed
      }
      return .cancellation(of: id)
    }
    if id.isNull { return refuse("'id' must be a string or an integer") }
    switch parameters {
    case .object: return .request(id: id, method: name, parameters: parameters)
    case .array: return .malformed(.invalidParameters("'params' must be an object"), id: id)
    default: return refuse("'params' must be an object")
    }
  }

  private static func isID(_ value: JSONValue) -> Bool {
    switch value {
    case .string: true
    case .number(let digits): Int(digits) != nil
    default: false
    }
  }
}
