import Store

/// Ordinary requests that need the store.
extension Hub {
  struct Question: Sendable {
    let connection: Int
    let request: HubRequest
    let access: HubAccess
  }

  func answerQuestions() async {
    // Side by side: who looks for something in a long list keeps nobody waiting.
    await withDiscardingTaskGroup { group in
      for await question in shared.questions { group.addTask { await self.settle(question) } }
    }
  }

  private func settle(_ question: Question) async {
    let before = question.request.isSafe ? nil : try? await shared.store.lastSequence()
    let answer = await answer(question, before)
    // Its number is known before anybody can ask for what is behind it.
    if !question.request.isSafe, let sequence = try? await shared.store.lastSequence(),
      before.map({ sequence > $0 }) ?? true
    {
      shared.note(sequence)
      shared.mailbox.post(.storeChanged)
    }
    shared.answer(question.connection, answer)
  }

  /// Answers; a request that may change something came when the journal's last number was `before`.
  private func answer(_ question: Question, _ before: Int?) async -> HubAnswer {
    // It may have waited for a while.
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
        // What was so already needed no room.
        guard let before, let sequence = try? await shared.store.lastSequence() else {
          return false
        }
        return sequence > before
      }
    } catch {
      // Nothing that failed to be written stands in the way of what comes next.
      if error is StorageError { await recover() }
      let answer = HubItems.answer(to: error)
      if answer.status == 500 { shared.log("a request for items failed: \(error)") }
      return answer
    }
  }
}
