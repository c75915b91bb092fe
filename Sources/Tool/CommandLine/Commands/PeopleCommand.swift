import ActionItems
import Encoding
import ItemRecords
import Store
import Sync
import Synchronization
import System

/// `people`: lists the names in the store, as a help for writing people.json.
enum PeopleCommand {
  static let command = Command(
    name: "people", summary: "list the people in the store, and who may be one person",
    details: """
      Lists the names of people in the store: the number of items that they have to do, the number of items that
      their messages state, the platforms, and their name in people.json. SAME AS? names another entry that may be
      the same person, because their names fit. Nothing is joined by itself: write both names of a person into
      people.json, next to the store's other files:

        {"me":"Anna","people":[{"name":"Anna Schmidt","names":["anna","U012AB3CD","anna@example.com"]}]}

      'list' and 'show' then use the first name, and --assignee finds all of them.
      """,
    options: [PeopleOption.people] + Pager.options, run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    invocation.beginPaging()
    let store = try invocation.openStore()
    let people = try PeopleOption.directory(invocation, store: store.folder)
    let tally = Mutex(PeopleTally())
    try await store.forEachItem { known in
      if invocation.shown.matches(known.item) { tally.withLock { $0.add(known.item) } }
      return true
    }
    let status = await invocation.statusOfReading(store)
    let rows = tally.withLock { $0.rows(people) }
    if rows.isEmpty { invocation.console.inform("no people in the store") }
    try invocation.print(
      rows, titles: ["NAME", "TO DO", "WROTE", "PLATFORMS", "PEOPLE.JSON", "SAME AS?"],
      cells: { row in
        [
          row.name, "\(row.assigned)", "\(row.written)",
          row.platforms.sorted().joined(separator: ","), row.listed ?? "-", row.perhaps ?? "",
        ]
      },
      object: { row in
        [
          "name": .string(row.name), "assigned": .int(row.assigned), "written": .int(row.written),
          "platforms": .texts(row.platforms.sorted()), "ids": .texts(row.ids.sorted()),
          "listedAs": .text(row.listed), "perhapsSameAs": .text(row.perhaps),
        ]
      })
    return status
  }
}
