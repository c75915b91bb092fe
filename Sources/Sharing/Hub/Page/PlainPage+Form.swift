/// Makes the HTML forms of the pages without scripts, and their alerts.
extension PlainPage {
  func choices(
    _ label: String, _ name: String, _ options: [(value: String, text: String)], _ chosen: String,
    id: String
  ) -> Markup {
    let lines = options.map { option -> Markup in
      let mark: Markup = option.value == chosen ? " selected" : ""
      return "<option value=\"\(option.value)\"\(mark)>\(option.text)</option>"
    }
    return """
      <label for="\(id)">\(label)</label><select id="\(id)" name="\(name)">\(Markup(lines))</select>
      """
  }

  func hidden(_ values: [(name: String, value: String)]) -> Markup {
    Markup(
      values.map { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">" })
  }

  /// The form for the fields of an item; empty if the client may not write.
  func form(
    _ title: String, to path: String, _ entry: ItemEntry, over before: ItemEntry? = nil,
    tag: String? = nil, button: String
  ) -> Markup {
    guard let code else { return "" }
    var carried = [("code", code)]
    if let tag { carried.append(("tag", tag)) }
    if let before { carried += ItemEntry.names.map { ("was-\($0)", before[$0]) } }
    let levels = ["high", "medium", "low"]
    let level = levels.contains(entry["priority"]) ? entry["priority"] : "medium"
    return """
      <h2>\(title)</h2>
      <form action="\(root)\(path)" method="post" accept-charset="utf-8">
      \(hidden(carried))
      <p><label for="task">Task</label><textarea id="task" name="task" rows="3" required>\(entry["task"])</textarea></p>
      <p><label for="assignee">Who (empty: unassigned)</label>\
      <input id="assignee" name="assignee" value="\(entry["assignee"])"></p>
      <p><label for="deadline">Due, such as 2026-05-01 or 2026-05-01 15:00 (empty: no date)</label>\
      <input id="deadline" name="deadline" value="\(entry["deadline"])"></p>
      <p>\(choices("Priority", "priority", levels.map { ($0, $0) }, level, id: "priority"))</p>
      <p><button>\(button)</button></p>
      </form>
      """
  }

  func alert(_ problem: String?) -> Markup {
    problem.map { "<p id=\"problem\" role=\"alert\">\($0)</p>\n" } ?? ""
  }
}
