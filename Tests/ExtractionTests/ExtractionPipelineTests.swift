import ActionItems
import CivilTime
import LanguageModel
import Synchronization
import TestSupport
import Testing
import Windowing

@testable import Extraction
@testable import ItemRecords

/// Whole runs of the pipeline. Below: `ScriptedModel`, which other suites use, too.
@Suite struct ExtractionPipelineTests {
  @Test func `every message is read once, and the items of every window are kept`() async throws {
    let memory = PipelineRun.memory()
    let model = ScriptedModel { ScriptedModel.itemPerMessage($0) }
    let report = try await PipelineRun.run(
      NumberedChat.conversations(10), model: model, memory: memory)
    #expect(report.conversations == 10 && report.messages == 70 && report.newMessages == 70)
    #expect(report.created.count == 70 && report.failures.isEmpty && report.stopped == nil)
    #expect(await memory.current.count == 70)
    #expect(model.newMessages == 70)
    let again = try await PipelineRun.run(
      NumberedChat.conversations(10), model: model, memory: memory)
    #expect(again.newMessages == 0 && again.windows == 0 && model.newMessages == 70)
  }

  @Test func `the same replies in any order give the same items`() async throws {
    var results: Set<[String]> = []
    for seed in 0..<8 {
      let memory = PipelineRun.memory()
      let random = Mutex(SeededRandom(seed: UInt64(seed)))
      // A random number of yields makes requests end in many orders.
      let model = ScriptedModel { window in
        let pauses = random.withLock { Int.random(in: 0...20, using: &$0) }
        for _ in 0..<pauses { await Task.yield() }
        return ScriptedModel.itemPerMessage(window)
      }
      _ = try await PipelineRun.run(
        NumberedChat.conversations(4, messages: 20), model: model, memory: memory, concurrency: 8)
      results.insert(await memory.current.map { "\($0.id) \($0.task)" })
    }
    #expect(results.count == 1)
  }

  @Test func `a window that fails fails alone and is taken again`() async throws {
    let memory = PipelineRun.memory()
    let model = ScriptedModel { window in
      window.newMessages.contains { $0.id == "4" }
        ? "no JSON here" : ScriptedModel.itemPerMessage(window)
    }
    let report = try await PipelineRun.run(
      NumberedChat.conversations(2), model: model, memory: memory)
    #expect(report.failures.count == 1)
    #expect(report.failures.first?.why.hasPrefix("the reply holds no JSON") == true)
    #expect(report.failures.first?.what.hasPrefix("c0, messages ") == true)
    let missed = 14 - report.created.count
    #expect(missed > 0)
    let good = ScriptedModel { ScriptedModel.itemPerMessage($0) }
    let again = try await PipelineRun.run(
      NumberedChat.conversations(2), model: good, memory: memory)
    #expect(again.newMessages == missed && again.created.count == missed)
  }

  @Test func `a long message is read in parts, and again as a whole where a part failed`()
    async throws
  {
    let memory = PipelineRun.memory()
    let long = NumberedChat.message(
      1, (1...40).map { "Sentence number \($0) of the minutes." }.joined(separator: " "))
    let chat = [("c", [long, NumberedChat.message(2)])]
    let parts = Mutex<[Window.Line.Part]>([])
    let isBroken = Mutex(true)
    let model = ScriptedModel { window in
      let read = window.lines.filter(\.isNew).compactMap(\.part)
      parts.withLock { $0 += read }
      // The second part cannot be read at first.
      return read.contains { $0.number == 2 } && isBroken.withLock { $0 } ? "no" : "[]"
    }
    let report = try await PipelineRun.run(chat, model: model, memory: memory)
    let count = try #require(parts.withLock { $0.first }).count
    #expect(count > 3 && Set(parts.withLock { $0.map(\.number) }) == Set(1...count))
    #expect(report.failures.map(\.what) == ["c, message 1"])
    isBroken.withLock { $0 = false }
    let again = try await PipelineRun.run(chat, model: model, memory: memory)
    #expect(again.newMessages == 1 && again.failures.isEmpty && again.windows >= count)
    #expect(try await PipelineRun.run(chat, model: model, memory: memory).newMessages == 0)
  }

  @Test func `findings of one night are known the next`() async throws {
    let memory = PipelineRun.memory()
    let known = Mutex<[String]>([])
    let model = ScriptedModel { window in
      known.withLock { $0 = window.openItems.map(\.task) }
      return ScriptedModel.itemPerMessage(window)
    }
    _ = try await PipelineRun.run(
      [("c", [NumberedChat.message(1), NumberedChat.message(2)])], model: model, memory: memory)
    #expect(known.withLock { $0 }.isEmpty)
    _ = try await PipelineRun.run(
      [
        (
          "c",
          [
            NumberedChat.message(1), NumberedChat.message(2),
            NumberedChat.message(3, "about message 2"),
          ]
        )
      ], model: model,
      memory: memory)
    // The item that the new message mentions comes first.
    #expect(known.withLock { $0 } == ["Handle message 2", "Handle message 1"])
  }

  @Test func `an endpoint's counts of tokens cut later conversations smaller`() async throws {
    let sizes = Mutex<[Int]>([])
    let model = ReplayModel { window, _ in
      sizes.withLock { $0.append(Array(window.newMessages).count) }
      return WindowReply(
        text: "[]",
        prompt: PromptCount(counted: 2000, least: 900, leastOfRules: 500, estimated: 1000))
    }
    _ = try await PipelineRun.run(
      NumberedChat.conversations(12, messages: 12), model: model, memory: PipelineRun.memory(),
      concurrency: 1)
    let all = sizes.withLock { $0 }
    #expect(try #require(all.first) > (try #require(all.last)), "\(all)")
  }

  @Test func `an endpoint that keeps failing ends the run`() async throws {
    let memory = PipelineRun.memory()
    let model = ScriptedModel { _ throws(ModelFailure) in
      throw ModelFailure(.endpoint, "down")
    }
    let report = try await PipelineRun.run(
      NumberedChat.conversations(40), model: model, memory: memory, concurrency: 2, failureLimit: 3)
    guard case .endpoint(let why)? = report.stopped else {
      Issue.record("the run went on")
      return
    }
    #expect(why.contains("3 windows failed in a row: down"))
    #expect(report.windowsEnded < 10)
  }

  @Test func `windows that fail among others that do not are no failure of the endpoint`()
    async throws
  {
    let memory = PipelineRun.memory()
    let model = ScriptedModel { window throws(ModelFailure) in
      if window.conversation.id.hasSuffix("7") { throw ModelFailure(.endpoint, "lost") }
      return ScriptedModel.itemPerMessage(window)
    }
    let report = try await PipelineRun.run(
      NumberedChat.conversations(100), model: model, memory: memory, concurrency: 16,
      failureLimit: 4)
    #expect(report.stopped == nil && report.created.count == 630)
    #expect(report.failures.allSatisfy { $0.why == "lost" } && !report.failures.isEmpty)
  }

  @Test func `a limit ends the run in order: what is under way is kept`() async throws {
    let memory = PipelineRun.memory()
    let asked = Atomic(0)
    let model = ScriptedModel { window throws(ModelFailure) in
      if asked.add(1, ordering: .relaxed).newValue > 7 {
        throw ModelFailure(.limit, "the limit of 7 requests is reached")
      }
      for _ in 0..<20 { await Task.yield() }
      return ScriptedModel.itemPerMessage(window)
    }
    let report = try await PipelineRun.run(
      NumberedChat.conversations(40), model: model, memory: memory, concurrency: 4)
    guard case .limit(let why)? = report.stopped else {
      Issue.record("the run went on")
      return
    }
    #expect(why.contains("7 requests") && report.failures.isEmpty)
    #expect(await memory.current.count == report.created.count)
    #expect(report.usage.requests == 0 && report.created.count >= 14)
  }

  @Test func `hanging requests are abandoned some time after the time limit`() async throws {
    let memory = PipelineRun.memory()
    let model = ScriptedModel { window throws(ModelFailure) in
      if window.conversation.id == "c0" { return ScriptedModel.itemPerMessage(window) }
      do { try await Task.sleep(for: .seconds(600)) } catch {}
      throw ModelFailure(.cancelled, "interrupted")
    }
    let waits = Mutex<[Duration]>([])
    let report = try await PipelineRun.run(
      NumberedChat.conversations(40), model: model, memory: memory
    ) {
      $0.timeLimit = .init(length: .seconds(60), grace: .seconds(5)) { duration in
        waits.withLock { $0.append(duration) }
        // Time passes once there is something to keep.
        while await memory.current.count < 7 { await Task.yield() }
      }
    }
    guard case .limit(let why)? = report.stopped else {
      Issue.record("the run went on")
      return
    }
    #expect(
      why == "the time limit of 60 s is reached"
        && waits.withLock { $0 } == [.seconds(60), .seconds(5)])
    #expect(await memory.current.count == 7 && report.failures.isEmpty)
  }

  @Test(arguments: [
    ("the endpoint answers nothing of use to anybody", true),
    ("it answers others", false),
  ])
  func `windows are not blamed for an endpoint that answers nothing of use`(
    name: String, failsAll: Bool
  ) async throws {
    let memory = NotingMemory()
    let model = ScriptedModel { window throws(ModelFailure) in
      if failsAll || window.conversation.id != "trial" {
        throw ModelFailure(.window, "the answer is no JSON")
      }
      return ScriptedModel.itemPerMessage(window)
    }
    let report = try await PipelineRun.run(
      NumberedChat.conversations(1), model: model, memory: memory)
    #expect(!report.failures.isEmpty && memory.failed.isEmpty == failsAll, "\(name)")
    guard case .endpoint(let why)? = report.stopped else {
      #expect(!failsAll, "\(name)")
      return
    }
    #expect(failsAll && why.contains("the answer is no JSON"), "\(name)")
  }

  @Test(arguments: [2, 64])
  func `an endpoint that answers nothing of use ends the run early, and no window is blamed`(
    concurrency: Int
  ) async throws {
    let model = ScriptedModel { window throws(ModelFailure) in
      // The trial takes longer than all requests under way.
      if window.conversation.id == "trial" { for _ in 0..<1000 { await Task.yield() } }
      throw ModelFailure(.window, "the answer is no JSON")
    }
    let memory = NotingMemory()
    let report = try await PipelineRun.run(
      NumberedChat.conversations(2000), model: model, memory: memory, concurrency: concurrency,
      failureLimit: 3)
    guard case .endpoint(let why)? = report.stopped else {
      Issue.record("the run went on")
      return
    }
    #expect(why.hasPrefix("none of "), "\(why)")
    #expect(memory.failed.isEmpty)
  }

  @Test func `a model that reads nothing ends the run, and nothing is marked`() async throws {
    let memory = PipelineRun.memory()
    let silent = ScriptedModel { _ in "[]" }
    let report = try await PipelineRun.run(
      NumberedChat.conversations(40), model: silent, memory: memory
    ) {
      $0.omissionRetry = OmissionRetry(silentWindows: 10) { _ in [] }
    }
    guard case .endpoint(let why)? = report.stopped else {
      Issue.record("the run went on")
      return
    }
    #expect(why.contains("--trust-silence"))
    let model = ScriptedModel { ScriptedModel.itemPerMessage($0) }
    let again = try await PipelineRun.run(
      NumberedChat.conversations(40), model: model, memory: memory)
    #expect(again.newMessages == 280 && again.created.count == 280)
  }

  @Test func `a model that rightly finds nothing is believed after a trial`() async throws {
    let memory = PipelineRun.memory()
    let model = ScriptedModel { window in
      window.conversation.id == "trial" ? ScriptedModel.itemPerMessage(window) : "[]"
    }
    let report = try await PipelineRun.run(
      NumberedChat.conversations(40), model: model, memory: memory
    ) {
      $0.omissionRetry = OmissionRetry(silentWindows: 10) { _ in [] }
    }
    #expect(report.stopped == nil && report.created.isEmpty)
    #expect(report.windowsEnded == report.windows && report.windows > 20)
    let again = try await PipelineRun.run(
      NumberedChat.conversations(40), model: model, memory: memory)
    #expect(again.newMessages == 0)
  }

  @Test func `a refusal by a filter is a separate kind of failure`() async throws {
    let memory = NotingMemory()
    let model = ScriptedModel { window throws(ModelFailure) in
      if window.newMessages.contains(where: { $0.id == "1003" }) {
        throw ModelFailure(.refused, "filtered")
      }
      return ScriptedModel.itemPerMessage(window)
    }
    let report = try await PipelineRun.run(
      NumberedChat.conversations(3), model: model, memory: memory)
    #expect(report.failures.count == 1 && report.windowsRefused == 1 && report.created.count == 20)
    #expect(report.failures.first?.what == "c1, message 1003" && report.stopped == nil)
    #expect(memory.failed.map(\.what) == ["c1, message 1003"])
    #expect(memory.failed.map(\.refusedBy) == [model.address])
  }

  @Test(arguments: [
    (name: "everything, the trial too", answered: 0, isTrialRefused: true, stops: true),
    ("everything but the trial", 0, false, false), ("most, and the trial", 2, true, true),
    ("most, and not the trial", 2, false, false),
    ("few, and what the trial is like", 38, true, false),
  ])
  func `an endpoint that refuses most windows is doubted, and nothing is recorded`(
    row: (name: String, answered: Int, isTrialRefused: Bool, stops: Bool)
  ) async throws {
    let memory = NotingMemory()
    let model = ScriptedModel { window throws(ModelFailure) in
      let isTrial = window.conversation.id == "trial"
      let number = Int(window.conversation.id.dropFirst()) ?? 0
      if isTrial ? row.isTrialRefused : number >= row.answered {
        throw ModelFailure(.refused, "filtered")
      }
      return ScriptedModel.itemPerMessage(window)
    }
    let report = try await PipelineRun.run(
      NumberedChat.conversations(40), model: model, memory: memory)
    guard row.stops else {
      #expect(report.stopped == nil && report.windowsRefused >= 40 - row.answered, "\(row.name)")
      #expect(report.failures.count == report.windowsRefused)
      return #expect(memory.failed.count == report.windowsRefused)
    }
    guard case .endpoint(let why)? = report.stopped else {
      Issue.record("\(row.name): \(String(describing: report.stopped))")
      return
    }
    #expect(why.contains("windows were refused") && why.contains("filtered"), "\(why)")
    #expect(memory.failed.isEmpty && report.windowsEnded < 80)
  }

  @Test func `one refused window is one window`() async throws {
    let model = ScriptedModel { _ throws(ModelFailure) in
      throw ModelFailure(.refused, "filtered")
    }
    let report = try await PipelineRun.run(
      NumberedChat.conversations(1, messages: 1), model: model, memory: PipelineRun.memory())
    #expect("\(String(describing: report.stopped))".contains("1 of 1 window was refused"))
  }

  @Test func `a key that is wrong ends the run at once, what was found is kept`() async throws {
    let memory = PipelineRun.memory()
    let asked = Atomic(0)
    let model = ScriptedModel { window throws(ModelFailure) in
      if asked.add(1, ordering: .relaxed).newValue > 5 {
        throw ModelFailure(.run, "bad key")
      }
      return ScriptedModel.itemPerMessage(window)
    }
    let report = try await PipelineRun.run(
      NumberedChat.conversations(40), model: model, memory: memory, concurrency: 1)
    #expect(report.stopped != nil)
    #expect(await memory.current.count == report.created.count)
    #expect(report.created.count > 5)
  }

  @Test func `one conversation in several parts is read once`() async throws {
    let memory = PipelineRun.memory()
    let model = ScriptedModel { ScriptedModel.itemPerMessage($0) }
    let parts = [
      ("c", (1...5).map { NumberedChat.message($0) }), ("other", [NumberedChat.message(99)]),
      ("c", (3...8).map { NumberedChat.message($0) }),
    ]
    let report = try await PipelineRun.run(parts, model: model, memory: memory)
    #expect(model.newMessages == 9 && report.conversations == 2)
  }

  @Test func `a cancelled run keeps what it has found`() async throws {
    let memory = PipelineRun.memory()
    let gate = Mutex<CheckedContinuation<Void, Never>?>(nil)
    let asked = Atomic(0)
    let task = Task {
      let model = ScriptedModel { window throws(ModelFailure) in
        if asked.add(1, ordering: .relaxed).newValue <= 3 {
          return ScriptedModel.itemPerMessage(window)
        }
        // Waits until it is cancelled.
        await withTaskCancellationHandler {
          await withCheckedContinuation { continuation in
            let isCancelled = gate.withLock { waiting in
              if Task.isCancelled { return true }
              waiting = continuation
              return false
            }
            if isCancelled { continuation.resume() }
          }
        } onCancel: {
          gate.withLock { $0.take() }?.resume()
        }
        throw ModelFailure(.cancelled, "interrupted")
      }
      return try await PipelineRun.run(
        NumberedChat.conversations(40), model: model, memory: memory, concurrency: 1)
    }
    while await memory.current.count < 3 { await Task.yield() }
    task.cancel()
    let report = try await task.value
    guard case .cancelled? = report.stopped else {
      Issue.record("not cancelled")
      return
    }
    #expect(await memory.current.count == report.created.count)
  }
}

/// A model that answers as a test specifies.
final class ScriptedModel: WindowModel {
  let name = "scripted"
  let readLevel: ReadLevel
  private let answer: @Sendable (Window) async throws(ModelFailure) -> String
  private let count = Atomic(0)

  /// The number of new messages in its requests.
  var newMessages: Int { count.load(ordering: .relaxed) }

  init(
    readLevel: ReadLevel = .endpoint,
    _ answer: @escaping @Sendable (Window) async throws(ModelFailure) -> String
  ) {
    self.readLevel = readLevel
    self.answer = answer
  }

  func reply(to window: Window) async throws(ModelFailure) -> WindowReply {
    count.add(Array(window.newMessages).count, ordering: .relaxed)
    return WindowReply(text: try await answer(window))
  }

  /// One item for each new message, the last message's first.
  static func itemPerMessage(_ window: Window) -> String {
    let items = window.lines.enumerated().reversed().filter { $0.element.isNew }.map {
      index, line in
      #"{"task":"Handle \#(line.message.text)","messageId":"\#(window.shortId(ofLine: index))","quote":"\#(line.message.text)"}"#
    }
    return "```json\n[\(items.joined(separator: ","))]\n```"
  }
}
