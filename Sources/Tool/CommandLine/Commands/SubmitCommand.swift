import Encoding
import Extraction
import LanguageModel
import Store
import System

/// `batch submit FILE…`: uploads the questions of a batch to an endpoint, and starts it.
enum SubmitCommand {
  static let again = Option.flag(
    "again", "submit again what was submitted before, and pay for it again"
  ).perCall

  static let command = Command(
    name: "batch submit", operands: "FILE…", operandCount: 1...1000,
    summary: "submit a batch to an endpoint",
    details: """
      Uploads the questions written by 'batch prepare' (all files of a batch if FILE is its first one) and starts
      a batch for each file. The ids at the endpoint are stored next to the questions, so that nothing is
      submitted twice, even after an interruption.

      The endpoint and the key are set as for 'extract'. It needs OpenAI's /files and /batches.
      """,
    options: [again] + ModelOptionSet.all, run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    for path in invocation.operands {
      let isAgain = invocation.settings.isOn(again)
      let lock = try BatchSubmission.lock(path)
      var batch = try BatchSubmission(path, invocation, forgetsSubmission: isAgain)
      if !isAgain { try refuseUnwanted(batch, path, invocation) }
      try await submit(&batch, invocation)
      withExtendedLifetime(lock) {}
    }
    return .done
  }

  /// Refuses a batch that was collected or cancelled. Its answers would cost money and not be used.
  private static func refuseUnwanted(
    _ batch: BatchSubmission, _ path: String, _ invocation: Invocation
  ) throws {
    // The store may be on another machine.
    guard let store = try? invocation.openStore(), store.id == batch.state.store else { return }
    let known = try BatchLedger(store: store.folder).read().batches.first {
      $0.header.number == batch.state.batch
    }
    if let known, known.waiting == 0 {
      throw CommandFailure(
        .usage,
        "\(path): no questions are pending: the batch was collected or cancelled "
          + "(--again submits it anyway)")
    }
  }

  private static func submit(_ batch: inout BatchSubmission, _ invocation: Invocation) async throws
  {
    let console = invocation.console
    let paths = batch.paths
    var isNew = false
    for place in batch.state.parts.indices {
      let part = batch.state.parts[place]
      if let id = part.batchId {
        console.detail("\(paths.path(part.name)) was submitted before, as \(id)")
        continue
      }
      isNew = true
      try await submit(place, of: &batch)
      console.inform(
        "\(paths.path(part.name)): \(part.requests.counted("question")) submitted to \(batch.endpoint.host) as "
          + (batch.state.parts[place].batchId ?? ""))
    }
    for part in batch.state.parts {
      try invocation.printOutcome([
        "file": .string(paths.path(part.name)), "requests": .int(part.requests),
        "batchId": .text(part.batchId),
      ])
    }
    let first = paths.path(paths.requests(1))
    if !isNew {
      console.warn(
        "\(first) was submitted before (--again submits it once more)")
    }
    console.inform("next: actionitems batch status \(first)")
  }

  private static func submit(_ place: Int, of batch: inout BatchSubmission) async throws {
    let part = batch.state.parts[place]
    let path = "\(batch.folder.path)/\(part.name)"
    let client = batch.client
    let fileId: String
    if let known = part.fileId {
      // The file was uploaded before. Its batch may have been started.
      fileId = known
      if let found = try await client.find(fileId: fileId) {
        return try note(found, place, of: &batch)
      }
    } else {
      guard try batch.folder.identity(of: part.name) != nil,
        try batch.folder.open(part.name, .reading).size() == part.bytes
      else {
        throw CommandFailure(
          .noInput, "\(path) is not a file of 'actionitems batch prepare', or was changed")
      }
      fileId = try await client.upload(path: path, name: part.name, length: part.bytes)
      batch.state.endpoint = batch.endpoint.name
      batch.state.parts[place].fileId = fileId
      try batch.save()
    }
    let note = "\(batch.state.store), batch \(batch.state.batch), \(part.name)"
    do {
      try Self.note(
        try await client.begin(fileId: fileId, note: note), place, of: &batch)
    } catch let failure as ModelFailure {
      throw CommandFailure(
        .endpoint,
        failure.description
          + "\nif the batch may have started, the next 'batch submit' checks that first"
      )
    }
  }

  private static func note(
    _ status: BatchStatus, _ place: Int, of batch: inout BatchSubmission
  ) throws {
    batch.state.parts[place].batchId = status.id
    batch.state.parts[place].submittedAt = EndpointClient.Environment.systemTime() / 1000
    try batch.save()
  }
}
