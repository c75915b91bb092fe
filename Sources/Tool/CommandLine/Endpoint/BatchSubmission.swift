import Extraction
import ItemRecords
import LanguageModel
import Store
import System

/// A batch that is submitted to an endpoint: its files of questions, its stored state, and the client. Used by the
/// commands `batch submit`, `batch status` and `batch fetch`.
struct BatchSubmission {
  let paths: BatchPaths
  let folder: DiskFolder
  let client: BatchClient
  let endpoint: ModelEndpoint
  var state: BatchState

  /// Opens the batch whose first file of questions is at `path`. `forgetsSubmission` forgets an earlier submission.
  init(_ path: String, _ invocation: Invocation, forgetsSubmission: Bool = false) throws {
    paths = BatchPaths(requests: path)
    guard case .endpoint(let endpoint, _) = try ModelChoice(invocation) else {
      throw CommandFailure(
        .usage, "no endpoint is set for the batch: use --base-url or $OPENAI_BASE_URL")
    }
    self.endpoint = endpoint
    do {
      folder = try paths.open()
    } catch {
      throw CommandFailure(.noInput, "\(error)")
    }
    do {
      guard let state = try BatchState.read(paths.state, in: folder) else {
        throw CommandFailure(
          .noInput,
          "\(paths.path(paths.state)) does not exist: \(path) is not a file of "
            + "'actionitems batch prepare', or was moved")
      }
      self.state = state
    } catch let error as BatchState.Unreadable {
      throw CommandFailure(.noInput, error.description)
    }
    client = try EndpointSetup(endpoint, invocation).batchClient
    if forgetsSubmission { state.forgetSubmission() }
    if let place = state.endpoint, place != endpoint.name {
      throw CommandFailure(
        .usage,
        "\(path) was submitted to \(place), not to \(endpoint.name): use --base-url \(place)")
    }
  }

  /// Locks a batch, so that no other process submits it while the result exists.
  static func lock(_ path: String) throws -> any StorageLock {
    let paths = BatchPaths(requests: path)
    let name = paths.requests(1)
    let missing = CommandFailure(
      .noInput,
      "\(paths.path(name)) does not exist; 'actionitems batch list' lists the files")
    guard let folder = try? paths.open(), try folder.identity(of: name) != nil else {
      throw missing
    }
    guard let lock = try folder.lock(name, wait: false) else {
      throw CommandFailure(.locked, "\(paths.path(name)) is being submitted by another process")
    }
    return lock
  }

  func save() throws { try state.write(paths.state, in: folder) }

  /// Requests the status of each file. Throws if one of them is not submitted yet.
  func statuses() async throws -> [(part: BatchState.Part, status: BatchStatus)] {
    var found: [(BatchState.Part, BatchStatus)] = []
    for part in state.parts {
      guard let id = part.batchId else {
        throw CommandFailure(
          .usage,
          "\(paths.path(part.name)) has not been submitted yet: actionitems batch submit "
            + paths.path(paths.requests(1)))
      }
      found.append((part, try await client.status(of: id)))
    }
    return found
  }
}
