import ActionItems
import LanguageModel
import Store
import Synchronization
import Windowing

/// The questions of a batch on their way into its files.
final class BatchQuestions {
  private let number: Int
  private let preparation: BatchPreparation
  private let windows: WindowFileWriter
  let files: RequestFiles
  let memory: WaitingMemory
  private(set) var count = 0
  private(set) var tokens = 0

  init(
    _ preparation: BatchPreparation, _ header: BatchHeader, in folder: DiskFolder,
    _ ledger: BatchLedger
  ) throws {
    self.preparation = preparation
    number = header.number
    let (plan, store, paths) = (preparation.plan, preparation.store, preparation.paths)
    files = RequestFiles(paths, in: folder, limits: preparation.limits)
    let terms = BatchTerms(
      store: store.id, batch: number, model: plan.model.name, grounding: plan.terms,
      trustsSilence: plan.runOptions.believesSilence, people: plan.people)
    windows = try preparation.writing { () throws(StorageError) in
      try WindowFileWriter(terms, name: paths.windows, in: folder)
    }
    memory = WaitingMemory(store: store, record: try ledger.write(header))
  }

  /// Writes the question about a window down, and lets its messages wait.
  func add(_ prepared: PreparedWindow) throws {
    let window = prepared.window
    let client = preparation.client
    let request = EndpointModel.request(for: window, preparation.plan.prompts)
    let body = client.body(of: request)
    let digests = window.newMessages.map(\.digest)
    count += 1
    let name = BatchQuestionName(
      batch: number, place: count, body: body,
      subject: Self.subject(window.conversation.id, digests))
    let check = try windows.add(prepared, id: name.description, place: count)
    try memory.add(
      WaitingWindow(
        id: name.description, place: count, conversation: window.conversation.id,
        digests: digests, check: check))
    try files.add(BatchQuestion.line(name: name, body: body, path: client.questionPath))
    tokens += TokenEstimate.tokens(in: request.system) + TokenEstimate.tokens(in: request.user)
  }

  /// What a question is about, for its name.
  private static func subject(_ conversation: String, _ digests: [UInt64]) -> [UInt8] {
    var bytes = Array(conversation.utf8) + [0]
    for digest in digests { withUnsafeBytes(of: digest.littleEndian) { bytes += $0 } }
    return bytes
  }

  func put(in folder: DiskFolder) throws {
    try files.close()
    try windows.put()
    let state = BatchState(
      store: preparation.store.id, batch: number, model: preparation.plan.model.name,
      parts: files.parts)
    try state.write(preparation.paths.state, in: folder)
    // From here on the messages wait; what is cut off now is completed by the next preparation.
    try memory.finish()
    try files.put()
  }
}
