import ActionItems
import Testing
import Windowing

@testable import Extraction
@testable import ItemRecords

@Suite struct EndpointHealthTests {
  static func result(
    _ place: Int, found: Bool = false, short: PromptCount? = nil
  ) -> WindowTask {
    var task = WindowTask(
      window: NumberedChat.window(1), place: place, people: People(), tokens: 100)
    let finding = Finding(
      Mention(messageId: "1", source: .init(platform: "json"), task: "Do it"))
    task.reading.parts = [
      .init(messages: [], read: [], findings: found ? [finding] : [], readLevel: .endpoint)
    ]
    task.reading.usageStats.short = short
    return task
  }

  static let short = PromptCount(counted: 2048, least: 3000, leastOfRules: 500)
  static let trial = PromptCount(counted: 700, least: 550, leastOfRules: 500)

  @Test func `silence is held until something is found`() {
    var health = EndpointHealth(silentWindows: 3)
    #expect(!health.believes(Self.result(0)) && !health.believes(Self.result(1)))
    #expect(health.release().isEmpty && !health.beginProbe())
    #expect(health.believes(Self.result(2, found: true)) && health.release().count == 2)
    let isBelieved = health.believes(Self.result(3))
    #expect(isBelieved)
  }

  @Test func `a model that finds nothing is tried, and believed if it finds the item`() {
    var health = EndpointHealth(silentWindows: 3)
    let believed = (0..<3).filter { health.believes(Self.result($0)) }
    #expect(believed.isEmpty)
    #expect(health.beginProbe() && !health.beginProbe())
    #expect(!health.believes(Self.result(3)) && health.release(all: true).isEmpty)
    #expect(health.end(.found(nil)) == nil)
    #expect(health.release().count == 4 && health.count == 0)
  }

  @Test func `a model that does not find it is not believed, and nothing is marked`() {
    var health = EndpointHealth(silentWindows: 3)
    for place in 0..<3 { _ = health.believes(Self.result(place)) }
    #expect(health.beginProbe() && health.end(.missed(nil)) == .silent(3))
    // An item from a request under way may still prove the endpoint sound.
    #expect(health.release().isEmpty && health.count == 3 && health.takeDistrusted().isEmpty)
    #expect(health.release(all: true).isEmpty && health.count == 0)
    #expect(health.takeDistrusted().count == 3 && health.takeDistrusted().isEmpty)
  }

  @Test func `a trial whose reply cannot be read is told as that, and proves no silence`() async {
    let model = ReplayModel { _, _ in WindowReply(text: "I am afraid that I cannot do that.") }
    let grounder = GroundingFixture.grounder()
    let verdict = await CanaryProbe.run(model, grounder).verdict
    guard case .unreadable(let problem, nil) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(problem.contains("JSON"))
    var health = EndpointHealth(silentWindows: 1)
    _ = health.believes(Self.result(0))
    #expect(health.beginProbe() && health.end(verdict) == .silent(1))
  }

  @Test func `a trial that was missed for whatever reason proves few silent windows wrong`() {
    var health = EndpointHealth(silentWindows: 20)
    // It counts too few tokens, so a trial begins.
    #expect(!health.believes(Self.result(0, short: Self.short)) && health.beginProbe())
    #expect(!health.believes(Self.result(1)) && health.end(.missed(nil)) == .silent(2))
    #expect(health.release(all: true).isEmpty && health.count == 0)
  }

  @Test func `silence behind a trial that was missed is tried again at the end`() {
    var health = EndpointHealth(silentWindows: 20, uselessWindows: 1)
    health.noteAnswer(isOfUse: false)
    #expect(health.beginProbe() && health.end(.missed(nil)) == nil)
    #expect(!health.believes(Self.result(0)) && !health.beginProbe())
    #expect(health.beginProbe(isLast: true) && health.end(.missed(nil)) == .silent(1))
    #expect(!health.beginProbe(isLast: true) && health.release(all: true).isEmpty)
  }

  @Test(arguments: [true, false])
  func `few silent windows are tried at the end where one seems to hold an item`(seems: Bool) {
    var health = EndpointHealth(silentWindows: 20, seemsToHold: { _ in seems })
    _ = health.believes(Self.result(0))
    #expect(!health.beginProbe() && health.beginProbe(isLast: true) == seems)
    if seems { #expect(health.end(.missed(nil)) == .silent(1)) }
    #expect(health.release(all: true).isEmpty == seems)
  }

  @Test(arguments: [
    ("unreadable", CanaryProbe.Verdict.unreadable("no JSON", nil)),
    ("failed", .failed("status 400")),
  ])
  func `few doubtful windows are no better for a trial that brings nothing`(
    name: String, verdict: CanaryProbe.Verdict
  ) {
    var health = EndpointHealth(silentWindows: 20, seemsToHold: { _ in true })
    _ = health.believes(Self.result(0))
    #expect(health.beginProbe(isLast: true) && health.end(verdict) == .silent(1), "\(name)")
    #expect(health.release(all: true).isEmpty, "\(name)")
  }

  @Test func `a trial without an answer shows nothing`() {
    var health = EndpointHealth(silentWindows: 1)
    _ = health.believes(Self.result(0))
    // An endpoint may fail for a moment.
    #expect(health.beginProbe() && health.end(.unknown("x")) == nil && health.release().isEmpty)
    #expect(health.beginProbe() && health.end(.unknown("x")) == nil && health.release().count == 1)
  }

  @Test(arguments: [
    ("a refusal", CanaryProbe.Verdict.failed("400"), EndpointHealth.Conclusion.silent(2)),
    ("words", .unreadable("no JSON", nil), .silent(2)),
  ])
  func `silence is not believed of an endpoint whose trial brings no reply`(
    name: String, verdict: CanaryProbe.Verdict, conclusion: EndpointHealth.Conclusion
  ) {
    var health = EndpointHealth(silentWindows: 2)
    _ = health.believes(Self.result(0))
    _ = health.believes(Self.result(1))
    #expect(health.beginProbe() && health.end(verdict) == conclusion, "\(name)")
    #expect(health.release(all: true).isEmpty, "\(name)")
  }

  @Test func `the end of the run lets go of what is held`() {
    var health = EndpointHealth(silentWindows: 3)
    _ = health.believes(Self.result(0))
    _ = health.believes(Self.result(1, found: true, short: Self.short))
    #expect(health.release(all: true).count == 2 && health.count == 0)
  }

  @Test func `silence that is trusted is not held`() {
    var health = EndpointHealth(silentWindows: nil)
    let isBelieved = health.believes(Self.result(0))
    #expect(isBelieved)
  }

  @Test(
    arguments: [
      ("an endpoint that counts has cut it", Self.trial, true),
      ("one that always says the same does not count", Self.short, false),
      (
        "one that leaves out what it knows does not count",
        PromptCount(counted: 40, least: 550, leastOfRules: 500), false
      ),
      ("one that says nothing does not count", nil, false),
    ] as [(String, PromptCount?, Bool)])
  func `a short count is doubted until a trial`(name: String, trial: PromptCount?, isCut: Bool) {
    var health = EndpointHealth(silentWindows: nil)
    let result = Self.result(0, found: true, short: Self.short)
    #expect(!health.believes(result) && health.beginProbe())
    #expect(health.end(.found(trial)) == nil)
    #expect(health.release().count == 1 && health.isCut(result) == isCut, "\(name)")
    let isBelieved = health.believes(Self.result(1, found: true, short: Self.short))
    #expect(isBelieved)
  }

  @Test(arguments: [
    ("below", PromptCount(counted: 800, least: 1000, leastOfRules: 500), true),
    ("near", PromptCount(counted: 950, least: 1000, leastOfRules: 500), false),
    ("above", PromptCount(counted: 1300, least: 1000, leastOfRules: 500), false),
    ("no count at all", PromptCount(counted: 100, least: 1000, leastOfRules: 500), false),
  ])
  func `a count is short below what there must be`(name: String, count: PromptCount, short: Bool) {
    #expect(count.isShort == short, "\(name)")
  }

  @Test func `failures in a row end the run, those of the endpoint sooner`() {
    var row = FailureRow(limit: 3)
    #expect(row.note(.endpoint, goodBefore: 0) == nil && row.note(.busy, goodBefore: 0) == nil)
    #expect(row.note(.endpoint, goodBefore: 0) == 3)
    row.noteGood()
    #expect(row.note(.endpoint, goodBefore: 1) == nil)
    for _ in 0..<13 { #expect(row.note(.window, goodBefore: 1) == nil) }
    #expect(row.note(.window, goodBefore: 1) == 15)
  }

  @Test func `a window that was overtaken by a good one failed for itself`() {
    var row = FailureRow(limit: 1)
    row.noteGood()
    #expect(row.note(.endpoint, goodBefore: 0) == nil && row.isOwn(.endpoint, goodBefore: 0))
    #expect(!row.isOwn(.endpoint, goodBefore: 1) && !row.isOwn(.busy, goodBefore: 0))
    #expect(row.isOwn(.window, goodBefore: 1))
    #expect(row.note(.endpoint, goodBefore: 1) == 1)
  }
}
