package import ActionItems
package import CivilTime
import Encoding

/// How the answers of a batch are to be held against the chat: as was set when it was prepared.
package struct BatchTerms {
  /// The store's id and the number of the batch in it.
  package var store: String
  package var batch: Int
  package var model: String
  package var grounding: GroundingTerms
  package var trustsSilence: Bool
  package var people: PeopleDirectory

  package init(
    store: String, batch: Int, model: String, grounding: GroundingTerms, trustsSilence: Bool,
    people: PeopleDirectory
  ) {
    (self.store, self.batch, self.model) = (store, batch, model)
    (self.grounding, self.trustsSilence, self.people) = (grounding, trustsSilence, people)
  }

  package var line: [UInt8] {
    let value: JSONValue = [
      "schema": 1, "store": .string(store), "batch": .int(batch), "model": .string(model),
      "timeZone": .string(grounding.timeZone), "dateOrder": .text(grounding.dateOrder?.rawValue),
      "contextLines": .int(grounding.contextLines),
      "grounding": .string(grounding.strictness.rawValue), "trustsSilence": .bool(trustsSilence),
      "me": .text(people.me?.name),
      "people": .array(
        people.people.map { ["name": .string($0.name), "names": .texts($0.names)] }),
    ]
    return value.line()
  }
}

extension BatchTerms {
  /// Reads a line; nil if it is invalid or of another version.
  package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let value = try? JSONValue(parsing: bytes), value["schema"]?.int == 1,
      let store = value["store"]?.string, let batch = value["batch"]?.int,
      let model = value["model"]?.string, let timeZone = value["timeZone"]?.string,
      let contextLines = value["contextLines"]?.int, (0...1000).contains(contextLines),
      let strictness = value["grounding"]?.string.flatMap(Grounder.Strictness.init(rawValue:)),
      let trustsSilence = value["trustsSilence"]?.bool, let list = value["people"]?.array
    else { return nil }
    let people = list.compactMap { entry in
      entry["name"]?.string.map { name in
        PeopleDirectory.Person(
          name: name, names: (entry["names"]?.array ?? []).compactMap(\.string))
      }
    }
    guard let directory = try? PeopleDirectory(people, me: value["me"]?.string) else { return nil }
    self.init(
      store: store, batch: batch, model: model,
      grounding: GroundingTerms(
        timeZone: timeZone, dateOrder: value["dateOrder"]?.string.flatMap(DateOrder.init),
        contextLines: contextLines, strictness: strictness),
      trustsSilence: trustsSilence, people: directory)
  }
}

/// What decides how replies are held against the chat.
package struct GroundingTerms: Hashable {
  package var timeZone: String
  /// The order of day and month in numeric dates, where one is set.
  package var dateOrder: DateOrder?
  package var contextLines: Int
  package var strictness: Grounder.Strictness

  package init(
    timeZone: String, dateOrder: DateOrder?, contextLines: Int, strictness: Grounder.Strictness
  ) {
    (self.timeZone, self.dateOrder, self.contextLines) = (timeZone, dateOrder, contextLines)
    self.strictness = strictness
  }
}
