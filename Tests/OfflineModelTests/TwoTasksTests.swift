import Testing

/// What one person says in one talk: two tasks, or one that is said again.
@Suite struct TwoTasksTests {
  @Test(arguments: [
    (
      "answered", "Anna: Ben, can you fix the login page?",
      "Anna: Ben, can you fix the search page?"
    ),
    (
      "German", "Anna: Ben, kannst du den Bericht über die Kosten schreiben?",
      "Anna: Ben, kannst du den Bericht über die Umsätze schreiben?"
    ),
    (
      "one sentence each", "Ben: I'll fix the login page. And I'll fix the search page.",
      "Anna: fine"
    ),
    ("a ticket", "Ben: I'll write the tests of DS-12", "Ben: I'll write the docs of DS-12"),
    ("a call", "Anna: Somebody should order the cake", "Ben: I'll order the flowers"),
    ("a letter", "Ben: I'll renew cert A", "Ben: I'll renew cert B"),
    (
      "a day of its own", "Ben: I'll fix the login page by Monday",
      "Ben: I'll fix the search page by Tuesday"
    ),
  ])
  func `tasks whose things differ are two`(name: String, first: String, second: String) {
    let talk = Talk("\(first)\nBen: ok\n\(second)\nBen: ok")
    #expect(talk.items(by: Talk.keenReader).count == 2, "\(name)")
  }

  @Test(arguments: [
    (
      "other words around it", "Ben: I'll fix the login page",
      "Ben: As I said, I'll fix the login page soon"
    ),
    (
      "reasons", "Ben: I'll fix the login page so that customers can order",
      "Ben: I'll fix the login page because people complain"
    ),
    ("shortened", "Ben: I'll fix the page of the login", "Ben: I'll fix the login page"),
    (
      "an answer in other words", "Anna: Ben, can you send the report on costs?",
      "Ben: Sure, I'll send the report tomorrow"
    ),
    ("an ending", "Ben: I'll write the unit tests", "Ben: I'll write a unit test tomorrow"),
    (
      "German", "Ben: Ich werde den Bericht an Finanzen schicken",
      "Ben: Wie gesagt, ich werde den Bericht an Finanzen schicken"
    ),
  ])
  func `a task that is said again is one`(name: String, first: String, second: String) {
    let talk = Talk("\(first)\nAnna: hm\n\(second)\nAnna: thanks")
    #expect(talk.items(by: Talk.keenReader).count == 1, "\(name)")
  }

  @Test func `each of two tasks keeps its own day`() {
    let talk = Talk(
      "Ben: I'll update the staging server\nAnna: ok\nBen: I'll update the production server tomorrow"
    )
    #expect(talk.items(by: Talk.keenReader).map(\.deadline) == [nil, "2026-01-08"])
  }
}
