import ActionItems
import Encoding
import ItemRecords
import Networking
import Store

/// Answers HTTP requests for `/list` and `/list/ID`, the pages without scripts: reads and changes items through
/// `HubItems`. `PlainPage` makes the HTML.
struct PlainList: Sendable {
  let items: HubItems
  let code: FormCode

  /// Answers a request. Throws errors for `HubItems.answer(to:)`.
  func answer(_ request: HubRequest, _ access: HubAccess) async throws -> HubAnswer {
    guard let parts = request.pathParts, parts.count <= 2 else {
      return .problem(404, "not found; the paths are /list and /list/ID")
    }
    let page = PlainPage(
      of: request, code: access.mayWrite ? code.text(for: access) : nil, clock: items.clock)
    let id = parts.count > 1 ? parts[1] : nil
    switch (request.method, id) {
    case ("GET", nil), ("HEAD", nil):
      var asked = try SentForm(request.query).values.filter { !$0.value.isEmpty }
      asked["token"] = nil
      return try await list(page, access, asked, isWanted: request.isWanted)
    case ("GET", let id?), ("HEAD", let id?):
      return try await show(id, page, access) ?? HubItems.missing
    case ("POST", _):
      guard access.mayWrite else { return .readOnly }
      if let problem = request.wrongType { return problem }
      let form = try SentForm(request.body)
      if let id { return try await change(id, form, page, access) }
      return try await add(form, page, access)
    default: return .notAllowed(request, "GET, HEAD, POST")
    }
  }

  // MARK: - Reading

  private func list(
    _ page: PlainPage, _ access: HubAccess, _ asked: [String: String] = [:],
    entry: ItemEntry = .init(), problem: String? = nil, status: Int = 200,
    isWanted: @Sendable () -> Bool = { true }
  ) async throws -> HubAnswer {
    let found = try await items.page(try ItemQuery(asked), access, isWanted: isWanted)
    return page.list(
      page.clock.sorted(found.items), next: found.next, asked: asked, entry: entry,
      problem: problem, status: status)
  }

  private func show(
    _ id: String, _ page: PlainPage, _ access: HubAccess,
    entry: (ItemEntry) -> ItemEntry? = { _ in nil },
    problem: String? = nil, status: Int = 200
  ) async throws -> HubAnswer? {
    guard let change = try await items.change(ofItem: id, access) else { return nil }
    return page.item(
      change.item, tag: HubItems.tag(of: change), around: HubItems.around(change, access),
      try await items.history(id, access), entry: entry(ItemEntry(change.item, page.clock)),
      problem: problem, status: status)
  }

  // MARK: - Changing

  /// Throws unless the form has the code that the hub made for this person.
  private func check(_ form: SentForm, _ access: HubAccess) throws(RequestProblem) {
    if code.isIn(form, for: access) { return }
    throw RequestProblem(
      403,
      "the form belongs to another person, or the hub was restarted since; "
        + "check it, and send it again")
  }

  private func add(
    _ form: SentForm, _ page: PlainPage, _ access: HubAccess
  ) async throws -> HubAnswer {
    let (typed, new) = (ItemEntry(form), ItemEntry())
    do {
      try check(form, access)
      let fields = try ItemFields(typed.members(since: new, page.clock))
      guard let change = try await items.add(fields, access) else { return HubItems.missing }
      return page.seeOther(change.item)
    } catch {
      let answer = HubItems.answer(to: error)
      guard let problem = answer.problem, answer.status != 500 else { throw error }
      return try await list(
        page, access, entry: typed.merged(since: new, into: new), problem: problem,
        status: answer.status)
    }
  }

  private func change(
    _ id: String, _ form: SentForm, _ page: PlainPage, _ access: HubAccess
  ) async throws -> HubAnswer {
    let (typed, was) = (ItemEntry(form), ItemEntry(form, prefix: "was-"))
    let isEntry = form.values["task"] != nil
    func again(_ sentence: String, _ status: Int) async throws -> HubAnswer {
      let entry: (ItemEntry) -> ItemEntry? = { isEntry ? typed.merged(since: was, into: $0) : nil }
      if let answer = try await show(
        id, page, access, entry: entry, problem: sentence, status: status)
      {
        return answer
      }
      guard isEntry else { return HubItems.missing }
      return try await list(
        page, access, entry: typed,
        problem: "this item was deleted; your text is below if you want to add it again",
        status: 404)
    }
    let changed =
      "the item was changed meanwhile, see below; "
      + (isEntry ? "your text is not saved yet" : "nothing was changed by you")
    do {
      try check(form, access)
      guard let before = try await items.change(ofItem: id, access),
        HubItems.tag(of: before) == form["tag"]
      else { return try await again(changed, 409) }
      if form["remove"] == "true" {
        try await items.remove(before, access)
        return page.seeList
      }
      var members = isEntry ? typed.members(since: was, page.clock) : []
      if let state = form.values["isComplete"] {
        let words: [String: JSONValue] = ["true": true, "false": false]
        members.append(.init("isComplete", words[state] ?? .null))
      }
      return page.seeOther(try await items.set(try ItemFields(members), of: before, access).item)
    } catch StoreError.changedSince, StoreError.noItem {
      return try await again(changed, 409)
    } catch {
      let answer = HubItems.answer(to: error)
      guard let problem = answer.problem, answer.status != 500 else { throw error }
      return try await again(problem, answer.status)
    }
  }
}
