import ActionItemModel
import CivilTime
import Extraction
import TestSupport

/// A conversation in which very many people have the same task: merging has to take time in proportion.
enum CrowdFlood {
  static func run(count: Int) async {
    for (name, sender) in [
      ("each of many writes the same", { "Person \($0)" }),
      ("one asks the same of each of many", { _ in "Anna" }),
    ] as [(String, (Int) -> String)] {
      var last: Double?
      for share in [4, 2, 1] {
        let seconds = await seconds(count / share, sender)
        let slope = last.map { " (\(seconds / $0) times as long for twice as many)" } ?? ""
        print("\(name), \(count / share) messages: \(seconds) s\(slope)")
        last = seconds
      }
    }
  }

  /// So long it takes to merge one finding a message, in windows of 200.
  private static func seconds(_ count: Int, _ sender: (Int) -> String) async -> Double {
    let conversation = Conversation(id: "c", title: "t", platform: "json")
    let memory = TransientMemory { Timestamp.epoch }
    let clock = ContinuousClock()
    let start = clock.now
    for first in stride(from: 0, to: count, by: 200) {
      let numbers = first..<min(count, first + 200)
      let findings = numbers.map { number in
        Finding(
          task: "Send the report", assignee: "Person \(number)", messageId: "\(number)",
          source: .init(
            platform: "json", sender: sender(number),
            timestamp: Timestamp(seconds: 1_767_603_600 + number)))
      }
      let messages = numbers.map {
        Message(
          id: "\($0)", sender: sender($0), timestamp: Timestamp(seconds: 1_767_603_600 + $0),
          text: "I'll send the report tomorrow")
      }
      let reading = Merger.Reading(
        conversation: conversation, messages: messages, findings: findings, model: "m", run: 1)
      _ = await memory.commit([
        WindowOutcome(reading: reading, digests: [], grade: .endpoint, usage: Usage())
      ])
    }
    return (clock.now - start) / .seconds(1)
  }
}
