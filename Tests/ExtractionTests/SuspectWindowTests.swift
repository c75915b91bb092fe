import ActionItems
import LanguageModel
import Synchronization
import Testing
import Windowing

@testable import Extraction
@testable import ItemRecords

/// Windows that may crash the run.
@Suite struct SuspectWindowTests {
  /// Records the windows being read, and names suspects.
  final class Watch: WindowWatch {
    private let named: [String: Set<UInt64>]
    /// The events, in order.
    let events = Mutex<[String]>([])

    init(_ named: [String: Set<UInt64>] = [:]) { self.named = named }

    func suspects(ofConversation id: String) -> Set<UInt64> { named[id] ?? [] }

    func begin(_ windows: [Window], isAlone: Bool) -> [any WindowNote] {
      windows.map { window in
        let note = Note(window.newMessages.map(\.id).joined(separator: " "), self)
        note.tell(isAlone ? "alone" : "begin")
        return note
      }
    }

    func commit(_ notes: [any WindowNote]) {
      for case let note as Note in notes { note.tell("commit") }
    }

    final class Note: WindowNote {
      private let name: String
      private let watch: Watch

      init(_ name: String, _ watch: Watch) { (self.name, self.watch) = (name, watch) }

      func tell(_ word: String) { watch.events.withLock { $0.append("\(word) \(name)") } }
      func beginReading() {}
      func enter() {}
      func leave() {}
      func finishReading() { tell("read") }
      func wait() { tell("wait") }
      func end(isRead: Bool) { tell(isRead ? "end" : "leave") }
    }
  }

  private static let silent = ScriptedModel { _ in "[]" }

  private static func chat() -> [(id: String, messages: [Message])] {
    NumberedChat.conversations(3, messages: 12)
  }

  /// The window events of a run without suspects.
  private static func windows() async throws -> [String] {
    let watch = Watch()
    _ = try await PipelineRun.run(chat(), model: silent, memory: PipelineRun.memory()) {
      $0.watch = watch
    }
    return watch.events.withLock {
      $0.filter { $0.hasPrefix("begin ") }.map { String($0.dropFirst(6)) }
    }
  }

  @Test func `every window is noted before it is read and until it is committed`() async throws {
    let watch = Watch()
    let memory = NotingMemory()
    let model = ScriptedModel { window in
      #expect(
        watch.events.withLock { events in
          let name = window.newMessages.map(\.id).joined(separator: " ")
          return events.contains("begin \(name)") && !events.contains("end \(name)")
        })
      return "[]"
    }
    _ = try await PipelineRun.run(Self.chat(), model: model, memory: memory, concurrency: 1) {
      $0.watch = watch
    }
    let events = watch.events.withLock { $0 }
    for name in try await Self.windows() {
      let own = events.filter { $0.hasSuffix(" \(name)") }.map { $0.prefix { $0 != " " } }
      #expect(own == ["begin", "read", "wait", "commit", "end"], "\(name)")
    }
  }

  @Test func `suspects are read behind all else, one after the other, and the same windows`()
    async throws
  {
    let windows = try await Self.windows()
    // Two consecutive windows of c0, and one of c2.
    let watch = Watch(["c0": [1, 5], "c2": [2012], "other": [1]])
    let memory = PipelineRun.memory()
    let report = try await PipelineRun.run(
      Self.chat(), model: ScriptedModel { ScriptedModel.itemPerMessage($0) }, memory: memory,
      concurrency: 8
    ) { $0.watch = watch }
    let events = watch.events.withLock { $0 }
    let begun = events.filter { $0.hasPrefix("begin ") || $0.hasPrefix("alone ") }
    #expect(Set(begun.map { $0.dropFirst(6) }) == Set(windows.map { $0[...] }))
    #expect(begun.count == windows.count)
    let alone = begun.filter { $0.hasPrefix("alone ") }
    // Later windows of a conversation may close an item of a suspect, so they come after it.
    let names = begun.map { String($0.dropFirst(6)) }
    func conversation(_ name: String) -> Int { (Int(name.prefix { $0 != " " }) ?? 0) / 1000 }
    for number in 0..<3 {
      let own = windows.filter { conversation($0) == number }
      #expect(names.filter { conversation($0) == number } == own)
    }
    let tail = names.suffix(from: begun.firstIndex { $0.hasPrefix("alone ") } ?? 0)
    #expect(!alone.isEmpty && !tail.contains { conversation($0) == 1 })
    // Every window that contains a suspect, new or as context.
    for name in windows
    where name.split(separator: " ").contains(where: { ["1", "5", "2012"].contains($0) }) {
      #expect(alone.contains("alone \(name)"), "\(name)")
    }
    // Each suspect is committed before the next one begins, and all others before the first.
    var open: Set<Substring> = []
    for event in events {
      let (word, name) = (event.prefix { $0 != " " }, event.drop { $0 != " " })
      if word == "alone" { #expect(open.isEmpty, "\(event) while \(open) are open") }
      if word == "begin" || word == "alone" { open.insert(name) }
      if word == "end" { open.remove(name) }
    }
    #expect(report.newMessages == 36 && report.windows == windows.count)
    #expect(await memory.current.count == 36)
  }

  @Test func `suspects are not read if the endpoint ends the run`() async throws {
    let watch = Watch(["c0": [1]])
    let model = ScriptedModel { _ throws(ModelFailure) in
      throw ModelFailure(.run, "the key is wrong")
    }
    let report = try await PipelineRun.run(
      Self.chat(), model: model, memory: PipelineRun.memory(), concurrency: 1
    ) { $0.watch = watch }
    guard case .endpoint? = report.stopped else {
      Issue.record("it was not told to end")
      return
    }
    #expect(watch.events.withLock { !$0.contains { $0.hasPrefix("alone ") } })
  }

  @Test func `messages that occur twice in the input are read once, suspect or not`() async throws {
    let watch = Watch(["c0": [1]])
    let chat = Self.chat()
    let model = ScriptedModel { _ in "[]" }
    let report = try await PipelineRun.run(
      chat + chat, model: model, memory: PipelineRun.memory()
    ) { $0.watch = watch }
    #expect(model.newMessages == 36 && report.newMessages == 36)
  }

  /// A memory with messages that crashed a run.
  private struct FatalMemory: ExtractionMemory {
    let memory: NotingMemory
    let fatal: [UInt64]

    func recall(_ ids: [String]) -> [ConversationState] {
      ids.map { _ in ConversationState(marks: ReadMarkers(fatal: Set(fatal)), hasItems: false) }
    }
    func conversation(holding digests: [UInt64], platform: String) async throws -> String? { nil }
    func openItems(forConversation id: String) async throws -> [ActionItem] { [] }
    func commit(_ outcomes: [WindowOutcome]) async throws -> [[ItemChange]] {
      try await memory.commit(outcomes)
    }
    func settle(run: Int) async throws -> [ItemChange] { try await memory.settle(run: run) }
    func note(_ failures: [FailedWindow], run: Int) async throws {
      try await memory.note(failures, run: run)
    }
  }

  @Test(arguments: [false, true])
  func `messages that crashed a run are in no window, and are counted`(isAgain: Bool) async throws {
    let seen = Mutex<Set<String>>([])
    let model = ScriptedModel { window in
      seen.withLock { $0.formUnion(window.lines.map(\.message.id)) }
      return "[]"
    }
    let report = try await PipelineRun.run(
      Self.chat(), model: model, memory: FatalMemory(memory: NotingMemory(), fatal: [3, 4])
    ) {
      $0.watch = Watch()
      $0.again = isAgain
    }
    #expect(!seen.withLock { $0.contains("3") || $0.contains("4") })
    #expect(report.setAside == 2 && report.messages == 36 && report.newMessages == 34)
  }

  @Test func `what ended a run is read last and alone where it is taken again`() async throws {
    let watch = Watch()
    let model = ScriptedModel { _ in "[]" }
    let report = try await PipelineRun.run(
      Self.chat(), model: model, memory: FatalMemory(memory: NotingMemory(), fatal: [3])
    ) {
      $0.watch = watch
      $0.setAsideAfter = nil
    }
    #expect(report.setAside == 0 && report.newMessages == 36 && model.newMessages == 36)
    let begun = watch.events.withLock {
      $0.filter { $0.hasPrefix("begin ") || $0.hasPrefix("alone ") }
    }
    #expect(begun.contains { $0.hasPrefix("alone ") && $0.split(separator: " ").contains("3") })
  }

  @Test func `windows that ended runs before count as failures of this one`() async throws {
    let report = try await PipelineRun.run(
      Self.chat(), model: Self.silent, memory: PipelineRun.memory()
    ) {
      $0.fatal = [
        FailedWindow(conversationId: "c0", what: "c0, message 3", why: "it ended", digests: [3])
      ]
    }
    #expect(report.failures.map(\.what) == ["c0, message 3"])
  }
}
