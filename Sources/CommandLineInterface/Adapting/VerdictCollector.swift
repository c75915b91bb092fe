import ActionItemModel
import Extraction
import OfflineModel
import Synchronization
import Windowing

/// Finds no items: notes what people said of those that a store has.
final class VerdictCollector: WindowModel {
  let grade = Grade.offline
  let name = OfflineReader.name
  private let people: PeopleVerdicts
  private let reader: OfflineReader
  private let findings = Mutex<[Finding]>([])

  private struct Finding {
    let conversation: String
    let number: Int
    /// The digests of the window's messages: windows of two exports may have one number.
    let messages: [UInt64]
    let verdicts: [PeopleVerdicts.Found]

    static func precedes(_ one: Finding, _ other: Finding) -> Bool {
      let (mine, others) = ((one.conversation, one.number), (other.conversation, other.number))
      return mine == others
        ? one.messages.lexicographicallyPrecedes(other.messages) : mine < others
    }
  }

  init(_ people: PeopleVerdicts, _ reader: OfflineReader) {
    self.people = people
    self.reader = reader
  }

  /// All of them, in the order of conversations and windows, however the questions went.
  ///
  /// Each is there once, however many exports have its message: given twice, an export teaches no more.
  var verdicts: [Adaptation.Verdict] {
    var counted: Set<Int> = []
    return findings.withLock { $0 }.sorted(by: Finding.precedes).flatMap(\.verdicts)
      .filter { counted.insert($0.number).inserted }.map(\.verdict)
  }

  func reply(to window: Window) async throws(WindowFailure) -> WindowReply {
    let finding = Finding(
      conversation: window.conversation.id, number: window.number,
      messages: window.lines.map(\.message.digest), verdicts: people.verdicts(in: window, reader))
    if !finding.verdicts.isEmpty { findings.withLock { $0.append(finding) } }
    return WindowReply(items: [])
  }
}
