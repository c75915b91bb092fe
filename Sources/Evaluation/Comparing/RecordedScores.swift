public import JSONText

/// The figures of an earlier run, as `Scorecard` wrote them.
public struct RecordedScores: Sendable {
  /// The model that was measured.
  public var model: String
  /// The counts of each conversation.
  public var conversations: [(id: String, counts: Counts)]

  /// Why a file is no record.
  public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is no JSON.
    case notJSON(JSONError)
    /// It is something else than what `eval --json` writes.
    case otherShape

    /// The sentence that a person reads.
    public var description: String {
      switch self {
      case .notJSON(let error): "\(error)"
      case .otherShape: "is not what 'eval --json' writes"
      }
    }
  }

  /// Reads a record.
  public init(parsing bytes: some Collection<UInt8>) throws(Problem) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw .notJSON(error)
    }
    guard let model = value["model"]?.string, let list = value["perConversation"]?.array else {
      throw .otherShape
    }
    self.model = model
    conversations = []
    for entry in list {
      guard let id = entry["conversationId"]?.string, let counts = Counts(entry) else {
        throw .otherShape
      }
      conversations.append((id, counts))
    }
  }
}

extension Counts {
  /// Reads counts from what `Scorecard` wrote; nil where it is something else.
  init?(_ value: JSONValue) {
    guard let found = value["found"]?.int, let falseFinds = value["falseFinds"]?.int,
      let missed = value["missed"]?.int
    else { return nil }
    self.init()
    self.found = found
    self.falseFinds = falseFinds
    self.missed = missed
    for field in GoldItem.Field.allCases {
      guard let share = value["compared"]?[field.rawValue], let right = share["right"]?.int,
        let all = share["all"]?.int
      else { return nil }
      if all > 0 { fields[field] = Share(right: right, all: all) }
    }
  }
}
