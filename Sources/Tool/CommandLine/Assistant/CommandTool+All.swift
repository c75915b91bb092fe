/// The list of all tools of `mcp`, with names, descriptions, commands and permitted options.
extension CommandTool {
  private static let narrowing: [any OptionDescribing] = [
    ListCommand.assignee, ListCommand.conversation, ListCommand.priority, ListCommand.overdue,
    ListCommand.dueBefore, ListCommand.saidSince, ListCommand.saidUntil, ListCommand.limit,
  ]
  private static let fields: [any OptionDescribing] = [
    EditCommand.assignee, EditCommand.deadline, EditCommand.priority,
  ]
  private static let shortList = [ListCommand.limit.name: ["50"]]

  static let all: [CommandTool] = [
    CommandTool(
      name: "list", title: "List action items",
      about:
        "Lists open action items, the most urgent first: who owes what, by when, and the quote "
        + "that proves it. 'all' includes done and archived items. The default 'limit' is 50.",
      effect: .reads, command: ListCommand.command,
      options: [ListCommand.all, ListCommand.done] + narrowing
        + [ListCommand.stale, ListCommand.sort],
      usual: shortList),
    CommandTool(
      name: "search", title: "Search action items",
      about:
        "Finds items, including done and archived ones, whose task or quote contains some words, "
        + "ignoring case.",
      effect: .reads, command: ListCommand.command, options: [ListCommand.text] + narrowing,
      required: [ListCommand.text.name], fixed: [ListCommand.all.name: ["true"]],
      usual: shortList),
    CommandTool(
      name: "show", title: "Show one action item",
      about: "Shows an item, also a removed one, with its quotes and the messages around it.",
      effect: .reads, command: ShowCommand.command, operand: .id, options: []),
    CommandTool(
      name: "report", title: "Report the state of the list",
      about:
        "Reports in Markdown what is overdue, due in the next seven days, new, and done, by person.",
      effect: .reads, command: ReportCommand.command,
      options: [
        ReportCommand.since, ReportCommand.week, ListCommand.assignee, ListCommand.conversation,
      ],
      fixed: [ReportCommand.format.name: ["markdown"]], answersItems: false),
    CommandTool(
      name: "add", title: "Add an action item",
      about: "Adds an item that is in no chat. 'actionitems undo' reverts it.",
      effect: .adds, command: AddCommand.command, operand: .task, options: fields),
    CommandTool(
      name: "done", title: "Mark items as done",
      about: "Marks items as done and returns those that were open. Nothing changes if an id "
        + "matches no item. 'reopen' reverts it.",
      effect: .marks, command: StateCommands.done, operand: .ids, options: []),
    CommandTool(
      name: "reopen", title: "Mark items as open again",
      about: "Reopens items, also removed ones, and returns those that were not open.",
      effect: .marks, command: StateCommands.reopen, operand: .ids, options: []),
    CommandTool(
      name: "edit", title: "Change action items",
      about: "Sets fields of items on behalf of a person: later runs do not change them. "
        + "'actionitems undo' reverts it.",
      effect: .overwrites, command: EditCommand.command, operand: .ids,
      options: [EditCommand.task] + fields),
  ]
}
