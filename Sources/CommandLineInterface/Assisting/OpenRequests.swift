import AssistantProtocol
import JSONText
import Synchronization

/// The messages that came in and are not answered yet, and which of them nobody waits for any more.
final class OpenRequests: Sendable {
  private let state = Mutex(State())

  private struct State {
    /// Those to be answered, and whether they were taken back.
    var isTakenBack: [JSONValue: Bool] = [:]
    /// The one that is being answered.
    var current: (id: JSONValue, task: Task<[UInt8]?, Never>)?
  }

  /// Takes a message that is to be answered; or takes back an earlier one.
  func open(_ message: AssistantMessage) {
    switch message {
    case .request(let id, _, _): state.withLock { $0.isTakenBack[id] = false }
    case .cancellation(let id):
      state.withLock { state in
        if state.isTakenBack[id] != nil { state.isTakenBack[id] = true }
        if state.current?.id == id { state.current?.task.cancel() }
      }
    default: break
    }
  }

  /// The answer to a message; nil where it wants none.
  func answer(_ message: AssistantMessage, by server: AssistantServer) async -> [UInt8]? {
    guard case .request(let id, _, _) = message else { return await server.answer(message) }
    let task = state.withLock { state -> Task<[UInt8]?, Never>? in
      if state.isTakenBack[id] == true { return nil }
      let task = Task { await server.answer(message) }
      state.current = (id, task)
      return task
    }
    let answer = await withTaskCancellationHandler {
      await task?.value
    } onCancel: {
      task?.cancel()
    }
    return state.withLock { state in
      state.current = nil
      return state.isTakenBack.removeValue(forKey: id) == true ? nil : answer
    }
  }
}
