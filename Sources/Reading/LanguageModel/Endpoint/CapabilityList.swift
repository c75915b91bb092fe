package import Encoding

/// The request forms that endpoints support, as learned from their refusals, by endpoint and model.
///
/// A refusal thus costs one request in total and not one per run. `CapabilityFile` stores the list.
package struct CapabilityList: Hashable, Sendable {
  private var entries: [Entry] = []

  private struct Entry: Hashable, Sendable {
    var endpoint: String
    var model: String
    /// The time of the observation, in seconds since 1970.
    var at: Int
    var shape: RequestShape
  }

  /// Seconds until an entry expires, because servers gain capabilities.
  private static let lifetime = 30 * 86_400
  /// Maximum entries.
  private static let most = 200

  package init() {}

  /// Returns the known shape of a model at an endpoint; nil if there is none or it has expired.
  package func shape(endpoint: String, model: String, now: Int) -> RequestShape? {
    entries.first {
      $0.endpoint == endpoint && $0.model == model && (0..<Self.lifetime).contains(now - $0.at)
    }?.shape
  }

  package mutating func note(_ shape: RequestShape, endpoint: String, model: String, now: Int) {
    let old = entries.firstIndex { $0.endpoint == endpoint && $0.model == model }
    // The age of an entry is that of its first observation.
    let at = old.map { entries[$0].at }.flatMap {
      (0..<Self.lifetime).contains(now - $0) ? $0 : nil
    }
    if let old { entries.remove(at: old) }
    entries.append(Entry(endpoint: endpoint, model: model, at: at ?? now, shape: shape))
    if entries.count > Self.most { entries.removeFirst(entries.count - Self.most) }
  }

  package mutating func forget(endpoint: String, model: String) {
    entries.removeAll { $0.endpoint == endpoint && $0.model == model }
  }

  /// Parses the stored entries. Skips those that cannot be understood.
  package init(_ value: JSONValue) {
    for entry in value["endpoints"]?.array ?? [] {
      guard let endpoint = entry["endpoint"]?.string, let model = entry["model"]?.string,
        let at = entry["at"]?.int
      else { continue }
      var shape = RequestShape()
      shape.format = entry["format"]?.string.flatMap { .init(rawValue: $0) } ?? .schema
      shape.refused = Set((entry["refused"]?.array ?? []).compactMap(\.string))
      shape.isCapRaised = entry["longAnswers"]?.bool ?? false
      shape.mostCap = entry["mostAnswerTokens"]?.int.flatMap { $0 > 0 ? $0 : nil }
      shape.hasRulesInQuestion = entry["rulesInQuestion"]?.bool ?? false
      shape.prefersCompletionTokens = entry["prefersCompletionTokens"]?.bool ?? false
      shape.mostWindowTokens = entry["mostWindowTokens"]?.int.flatMap { $0 > 0 ? $0 : nil }
      entries.append(Entry(endpoint: endpoint, model: model, at: at, shape: shape))
    }
  }

  package var bytes: [UInt8] {
    let list = entries.map { entry -> JSONValue in
      let shape = entry.shape
      return [
        "endpoint": .string(entry.endpoint), "model": .string(entry.model), "at": .int(entry.at),
        "format": .string(shape.format.rawValue), "refused": .texts(shape.refused.sorted()),
        "longAnswers": .bool(shape.isCapRaised), "mostAnswerTokens": .int(shape.mostCap),
        "rulesInQuestion": .bool(shape.hasRulesInQuestion),
        "prefersCompletionTokens": .bool(shape.prefersCompletionTokens),
        "mostWindowTokens": .int(shape.mostWindowTokens),
      ]
    }
    let value: JSONValue = ["schema": 1, "endpoints": .array(list)]
    return value.line()
  }
}
