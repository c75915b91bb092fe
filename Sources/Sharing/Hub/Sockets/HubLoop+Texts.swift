import ActionItems
import Encoding
import ItemRecords
import Store
import Sync

/// Answers `POST /items/ID/text`, the requests of pages that edit a text together, and sends the editors news.
extension HubLoop {
  /// A request about the text of an item; it may wait until the item is read.
  struct QueuedTextRequest {
    var client: Int
    var exchange: TextExchange
    var access: HubAccess
  }

  /// Takes a page's request about the text of an item. If nobody edits it yet, the item is read first, and the answer
  /// is nil.
  func takeText(
    of item: String, _ request: HubRequest, _ access: HubAccess, _ client: ClientConnection
  ) -> HubAnswer? {
    guard request.method == "POST" else { return .notAllowed(request, "POST") }
    if let problem = request.wrongType { return problem }
    guard access.mayWrite else { return .readOnly }
    let exchange: TextExchange
    do throws(TextRoomProblem) {
      if let subject = access.claims?.subject { try texts.count(subject, at: now) }
      do throws(TextProblem) {
        exchange = try TextExchange(request.body)
      } catch {
        throw .text(error)
      }
    } catch {
      return .problem(error.status, "\(error)")
    }
    let question = QueuedTextRequest(client: client.number, exchange: exchange, access: access)
    if let room = texts.rooms[item] { return answer(question, room.item, sequence: room.sequence) }
    if let busy = beginAsking(client, access) { return busy }
    if textRequests[item] == nil { shared.read(.text(item: item)) }
    textRequests[item, default: []].append(question)
    return nil
  }

  /// Answers the requests that waited for an item; its change is nil if there is no such item.
  func found(_ item: String, _ change: Result<StoreChange?, any Error>) {
    for question in textRequests.removeValue(forKey: item) ?? [] {
      asking.remove(question.client)
      let answer: HubAnswer
      switch change {
      case .failure(let error): answer = HubItems.answer(to: error)
      case .success(let change?) where change.change.known.removal == nil:
        answer = self.answer(question, change.item, sequence: change.sequence)
      case .success: answer = HubItems.missing
      }
      clients[question.client]?.connection.answer(answer)
    }
  }

  private func answer(
    _ question: QueuedTextRequest, _ item: ActionItem, sequence: Int
  ) -> HubAnswer {
    let (exchange, access) = (question.exchange, question.access)
    // The window has to belong to the sender.
    guard let page = page(exchange.window, access) else { return Self.noPage }
    guard access.shows(item) else { return HubItems.missing }
    let (person, name) = (access.claims?.subject, access.claims?.name ?? Self.nameless)
    do throws(TextRoomProblem) {
      let answer =
        texts.rooms[item.id] == nil
        ? try texts.open(
          item, sequence: sequence, id: random.uuid(), exchange, session: page.number,
          person: person, name: name, at: now)
        : try texts.take(
          exchange, of: item.id, session: page.number, person: person, name: name, at: now)
      return HubAnswer(200, json: answer + [UInt8(ascii: "\n")])
    } catch {
      return .problem(error.status, "\(error)")
    }
  }

  /// Updates the open texts from changes that were read from the store.
  func noteTexts(_ entries: [ChangeReader.Entry]) {
    for change in entries.map(\.change) {
      let isGone = change.change.known.removal != nil
      texts.store(isGone ? nil : change.item, change.item.id, sequence: change.sequence)
    }
  }

  /// Sends editors the news of their texts. Skips editors whose output is full; their next request gets the news.
  func tellTexts() {
    for news in texts.takeNews() {
      for client in news.sessions.compactMap({ clients[$0] }) where client.hasRoom {
        client.stream?.tell(text: news.payload, of: news.item)
      }
    }
  }
}
