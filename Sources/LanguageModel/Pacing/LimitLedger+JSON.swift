public import JSONText

extension LimitLedger {
  /// Reads what `write` wrote; anything else is an empty ledger.
  public init(_ value: JSONValue) {
    self.init()
    pausedUntil = value["pausedUntil"]?.int ?? 0
    for second in value["seconds"]?.array ?? [] {
      guard let at = second[0]?.int, let requests = second[1]?.int, let tokens = second[2]?.int
      else { continue }
      seconds.append(Second(at: at, requests: requests, tokens: tokens))
    }
    day = value["day"]?.string ?? ""
    spent = Spending(
      requests: value["requests"]?.int ?? 0, tokens: value["tokens"]?.int ?? 0,
      cost: value["cost"]?.double ?? 0)
  }

  /// Writes the ledger as an object.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("schema", 1)
    writer.field("pausedUntil", pausedUntil)
    writer.key("seconds")
    writer.beginArray()
    for second in seconds {
      writer.beginArray()
      writer.int(second.at)
      writer.int(second.requests)
      writer.int(second.tokens)
      writer.endArray()
    }
    writer.endArray()
    writer.field("day", day)
    writer.field("requests", spent.requests)
    writer.field("tokens", spent.tokens)
    writer.field("cost", spent.cost)
    writer.endObject()
  }
}
