import JSONText

/// Finds the items in a model's reply.
///
/// Replies come bare, in fences, with prose around, as an array or wrapped in an object. A reply without
/// items is one that says so with an empty list; everything else is an error.
public struct ReplyDecoder: Sendable {
  /// Makes a decoder.
  public init() {}

  /// The items of a reply.
  public func items(in reply: String) throws(ReplyError) -> [ActionItemJSON] {
    let bytes = Array(reply.utf8)
    guard bytes.contains(where: { $0 > 0x20 }) else { throw .empty }
    var lastProblem: ReplyError?
    // Prose may hold brackets too; the last value that is a list of items is the answer.
    for value in try candidates(in: bytes).reversed() {
      do throws(ReplyError) {
        return try items(of: value)
      } catch {
        lastProblem = lastProblem ?? error
      }
    }
    throw lastProblem ?? .noJSON(start: Self.start(of: reply))
  }

  // MARK: - Candidates

  /// The whole JSON arrays and objects of the reply, in their order.
  private func candidates(in bytes: [UInt8]) throws(ReplyError) -> [JSONValue] {
    var values: [JSONValue] = []
    var damage: JSONError?
    bytes.withUnsafeBufferPointer { buffer in
      var position = 0
      while let start = buffer[position...].firstIndex(where: {
        $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{")
      }) {
        let rest = UnsafeBufferPointer(rebasing: buffer[start...])
        var reader = JSONReader(rest)
        do throws(JSONError) {
          values.append(try JSONValue(reading: &reader))
          position = start + reader.position
        } catch {
          if damage == nil || error.offset > 1 {
            damage = JSONError(error.reason, at: start + error.offset)
          }
          position = start + max(1, min(error.offset, rest.count))
        }
      }
    }
    if values.isEmpty, let damage { throw .damaged(reason: damage.description) }
    return values
  }

  /// The beginning of a reply, fit to be shown.
  private static func start(of reply: String) -> String {
    String(reply.prefix(60).map { $0.isNewline || $0.isWhitespace ? " " : $0 })
  }

  // MARK: - Items

  private func items(of value: JSONValue) throws(ReplyError) -> [ActionItemJSON] {
    switch value {
    case .array(let elements):
      var items: [ActionItemJSON] = []
      for (index, element) in elements.enumerated() {
        items.append(try item(element, number: index + 1))
      }
      return items
    case .object(let members):
      // A wrapper has one list; an item by itself has a task.
      if value["task"] != nil { return [try item(value, number: 1)] }
      let lists = members.filter { $0.value.array != nil }
      let wrapped = lists.isEmpty ? members.filter { $0.value.object != nil } : lists
      guard wrapped.count == 1, let inner = wrapped.first else {
        throw .notItems(found: "an object without a list")
      }
      return try items(of: inner.value)
    default: throw .notItems(found: value.kind.rawValue)
    }
  }

  private func item(_ value: JSONValue, number: Int) throws(ReplyError) -> ActionItemJSON {
    guard value.object != nil else {
      throw .badItem(number: number, field: "the item", problem: "is \(value.kind.rawValue)")
    }
    guard let task = try text(value["task"], "task", number) else {
      throw .badItem(number: number, field: "task", problem: "is missing")
    }
    guard let messageId = try text(value["messageId"], "messageId", number) else {
      throw .badItem(number: number, field: "messageId", problem: "is missing")
    }
    return ActionItemJSON(
      task: task, assignee: try text(value["assignee"], "assignee", number),
      deadline: try text(value["deadline"], "deadline", number),
      priority: try text(value["priority"], "priority", number), messageId: messageId,
      quote: try text(value["quote"], "quote", number))
  }

  private func text(
    _ value: JSONValue?, _ field: String, _ number: Int
  ) throws(ReplyError) -> String? {
    switch value {
    case nil, .null?: return nil
    case .string(let text)?: return text
    case .number(let digits)?: return digits
    case let other?:
      throw .badItem(number: number, field: field, problem: "is \(other.kind.rawValue)")
    }
  }
}
