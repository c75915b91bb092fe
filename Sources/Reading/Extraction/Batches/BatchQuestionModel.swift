import ActionItems
import ItemRecords
import LanguageModel
import Store
import Synchronization
import Windowing

/// The model of a `BatchPreparation` run: it writes questions to request files. `WaitingMemory` is the run's memory.
final class BatchQuestionModel: WindowModel {
  let name: String
  let address: String
  var readLevel: ReadLevel { .endpoint }
  var isAskedOnce: Bool { true }
  private let batch: Int
  private let preparation: BatchPreparation
  private let memory: WaitingMemory
  private let state: Mutex<State>

  private struct State {
    var files: RequestFiles
    var count = 0
    var tokens = 0
    /// The error that prevented a question from being written.
    var problem: (any Error)?
  }

  init(
    _ preparation: BatchPreparation, _ batch: Int, _ memory: WaitingMemory, in folder: DiskFolder
  ) {
    (self.preparation, self.batch, self.memory) = (preparation, batch, memory)
    (name, address) = (preparation.plan.model.name, preparation.plan.model.address)
    let (paths, limits) = (preparation.paths, preparation.limits)
    state = Mutex(State(files: RequestFiles(paths, in: folder, limits: limits)))
  }

  var count: Int { state.withLock { $0.count } }
  var tokens: Int { state.withLock { $0.tokens } }
  var parts: [BatchState.Part] { state.withLock { $0.files.parts } }

  func reply(to window: Window) async throws(ModelFailure) -> WindowReply {
    do {
      try write(window)
    } catch {
      state.withLock { $0.problem = error }
      // This ends the run.
      throw ModelFailure(.limit, "\(error)")
    }
    throw ModelFailure(.unasked, "its question goes into a batch")
  }

  private func write(_ window: Window) throws {
    let request = EndpointModel.request(for: window, preparation.plan.prompts)
    let (body, path) = (preparation.client.body(of: request), preparation.client.questionPath)
    try state.withLock { state in
      let name = BatchQuestionName(
        batch: batch, place: state.count + 1, body: body,
        subject: Array(window.conversation.id.utf8))
      try memory.add(BatchWindow(window, name))
      do {
        try state.files.add(BatchQuestion.line(name: name, body: body, path: path))
      } catch let error as StorageError where state.count == 0 {
        throw preparation.unwritable(error)
      }
      state.count += 1
      state.tokens +=
        TokenEstimate.tokens(in: request.system) + TokenEstimate.tokens(in: request.user)
    }
  }

  /// Throws the error that prevented a question from being written.
  func check() throws { if let problem = state.withLock({ $0.problem }) { throw problem } }

  /// Marks the messages as waiting and puts the files into their places.
  func put(_ state: (_ parts: [BatchState.Part]) throws -> Void) throws {
    try self.state.withLock { own in
      try own.files.close()
      try state(own.files.parts)
      // From here on the messages wait. If the process ends now, the next preparation completes the files.
      try memory.finish()
      try own.files.put()
    }
  }
}

/// The memory of a run that prepares a batch: messages of written questions wait, and skipped ones are marked.
final class WaitingMemory: StoreBackedMemory {
  let store: ActionItemStore
  private let record: Mutex<BatchFileWriter>

  init(store: ActionItemStore, record: sending BatchFileWriter) {
    self.store = store
    self.record = Mutex(record)
  }

  func add(_ window: BatchWindow) throws {
    try record.withLock { try $0.add(window) }
  }

  func finish() throws { try record.withLock { try $0.finish() } }

  func recall(_ ids: [String]) async throws -> [ConversationState] {
    var found = try await store.recall(ids)
    for (place, id) in zip(found.indices, ids) {
      let digests = try record.withLock { try $0.digests(ofConversation: id) }
      found[place].marks = found[place].marks.waiting(for: digests)
    }
    return found
  }

  func note(_ failures: [FailedWindow], run: Int) async throws {
    // Questions without an answer are not failures. Only crashes of earlier runs are recorded.
    try await store.note(failures.filter { $0.fatalAt != nil }, run: run)
  }
}

extension BatchWindow {
  fileprivate init(_ window: Window, _ name: BatchQuestionName) {
    let names = Set(window.participants.flatMap { [$0.id, $0.name] + $0.aliases }).sorted()
    self.init(
      id: name.description, place: name.place, conversation: window.conversation.id,
      lines: window.lines.map { line in
        let message = line.message
        var kept = Line(
          message.digest, isNew: line.isNew,
          part: line.part.map { .init(number: $0.number, count: $0.count) })
        if line.isNew {
          kept.people =
            [message.sender, message.senderId].compactMap { $0 }
            + ActionItemStore.Purge.names(of: names, in: message.text)
          kept.timestamp = message.timestamp
        }
        return kept
      }, openItems: window.openItems.map(\.id))
  }
}
