import ActionItems
import CivilTime
import Extraction
import ItemRecords
import TestSupport

/// `benchmarks replies crowd`: measures the merging of a conversation with very many items in one week. Prints the
/// times: twice as many items should take twice as long.
enum CrowdFlood {
  /// One kind of conversation.
  private struct Kind {
    let name: String
    let sender: (Int) -> String
    var assignee: (Int) -> String? = { "Person \($0)" }
    var task: (Int) -> String = { _ in "Send the report" }
  }

  static func run(count: Int) async {
    for kind in [
      Kind(name: "each of many writes the same", sender: { "Person \($0)" }),
      Kind(name: "one asks the same of each of many", sender: { _ in "Anna" }),
      Kind(
        name: "each asks nobody for something else", sender: { "Person \($0)" },
        assignee: { _ in nil }, task: { "Send report number \($0)" }),
      Kind(
        name: "each asks nobody for the same", sender: { "Person \($0)" }, assignee: { _ in nil }),
    ] {
      var last: Double?
      for share in [4, 2, 1] {
        let seconds = await seconds(count / share, kind)
        let slope = last.map { " (\(seconds / $0) times as long for twice as many)" } ?? ""
        print("\(kind.name), \(count / share) messages: \(seconds) s\(slope)")
        last = seconds
      }
    }
  }

  /// Returns the seconds for merging one finding per message, in windows of 200.
  private static func seconds(_ count: Int, _ kind: Kind) async -> Double {
    let conversation = Conversation(id: "c", title: "t", platform: "json")
    let memory = TransientMemory { Timestamp.epoch }
    let start = ContinuousClock.now
    for first in stride(from: 0, to: count, by: 200) {
      let numbers = first..<min(count, first + 200)
      let findings = numbers.map { number in
        Finding(
          Mention(
            messageId: "\(number)",
            source: .init(
              platform: "json", sender: kind.sender(number),
              timestamp: Timestamp(seconds: 1_767_603_600 + number)),
            task: kind.task(number), assignee: kind.assignee(number)))
      }
      let messages = numbers.map {
        Message(
          id: "\($0)", sender: kind.sender($0), timestamp: Timestamp(seconds: 1_767_603_600 + $0),
          text: kind.task($0))
      }
      let reading = Merger.Reading(
        conversation: conversation, messages: messages, findings: findings, model: "m", run: 1)
      _ = await memory.commit([
        WindowOutcome(reading: reading, digests: [], readLevel: .endpoint, usage: ModelUsage())
      ])
    }
    return (ContinuousClock.now - start) / .seconds(1)
  }
}
