import Store

/// Answers the HTTP requests that need the store, in a task of the hub. `HubLoop+Requests` answers the others.
extension Hub {
  /// A request that waits for the store.
  struct QueuedRequest: Sendable {
    let connection: Int
    let request: HubRequest
    let access: HubAccess
  }

  func answerQuestions() async {
    // Requests run in parallel, so that a search in a long list does not delay the others.
    await withDiscardingTaskGroup { group in
      for await question in shared.questions { group.addTask { await self.settle(question) } }
    }
  }

  private func settle(_ question: QueuedRequest) async {
    let before = question.request.isSafe ? nil : try? await shared.store.lastSequence()
    let answer = await answer(question, before)
    // Noted before the answer is sent, because the client may then ask for later changes.
    if !question.request.isSafe, let sequence = try? await shared.store.lastSequence(),
      before.map({ sequence > $0 }) ?? true
    {
      shared.note(sequence)
      shared.mailbox.post(.storeChanged)
    }
    shared.answer(question.connection, answer)
  }

  /// Answers a request. For an unsafe request, `before` is the journal's last sequence number when it arrived.
  private func answer(_ question: QueuedRequest, _ before: Int?) async -> HubAnswer {
    // The token may have expired or been revoked while the request waited.
    if let problem = shared.settings.tokens?.problem(of: question.access, at: shared.wall()) {
      return .unauthorized("\(problem)")
    }
    do {
      let answer: @Sendable () async throws -> HubAnswer = { [items, plainList] in
        question.request.isOfPlainList
          ? try await plainList.answer(question.request, question.access)
          : try await items.answer(question.request, question.access)
      }
      if question.request.isSafe { return try await answer() }
      return try await keeping(question.request.body.count, answer) { _ in
        // A request that changed nothing does not prove that the disk has room.
        guard let before, let sequence = try? await shared.store.lastSequence() else {
          return false
        }
        return sequence > before
      }
    } catch {
      // Recovers the journal, so that a failed write does not block the next one.
      if error is StorageError { await recover() }
      let answer = HubItems.answer(to: error)
      if answer.status == 500 { shared.log("a request for items failed: \(error)") }
      return answer
    }
  }
}
