import ActionItems
import Extraction
import ItemRecords
import Store
import Testing

/// Faults hit every write, sync, rename and so on in turn; the following nights recover.
@Suite struct StoreFaultTests {
  static let steps: [NightlyScript.Step] = [
    .read([
      .init(
        conversation: "c1", message: "1", tasks: ["Send the report", "Book a room"],
        digests: [1, 2]),
      .init(conversation: "c1", message: "2", tasks: ["Order paper"], digests: [3]),
      .init(conversation: "c2", message: "1", tasks: ["Call Ben"], digests: [4]),
    ]),
    .fail("c2", [5]),
    .edit(task: "Send the annual report", of: "Send the report"),
    .done("Book a room"),
    .compact,
    .read([
      .init(
        conversation: "c1", message: "1", tasks: ["Send the report", "Water the plants"],
        digests: [11]),
      .init(conversation: "c3", message: "1", tasks: ["Feed the cat"], digests: [12]),
    ]),
    .remove("Call Ben"),
    .compact,
    .read([.init(conversation: "c2", message: "3", tasks: ["Paint the door"], digests: [13])]),
    .purge(conversation: "c3"),
  ]

  /// The contents of an undisturbed store after each step; within a group, also those after some of its windows.
  struct Course {
    var states: [[String]]
    var points: [FaultDisk.Operation]
    var reads: Int

    var last: String { states.last?.last ?? "" }

    /// The contents a store may have when that many steps were acknowledged and the next one was not.
    func allowed(_ acknowledged: Int) -> [String] {
      let next = acknowledged + 1 < states.count ? states[acknowledged + 1] : []
      return [states[acknowledged].last ?? ""] + next
    }
  }

  static func course() async throws -> Course {
    var states: [[String]] = [[]]
    let disk = FaultDisk()
    let clock = TestClock()
    states[0].append(
      try await disk.open(clock).verify()
        .digest)
    for count in 1...steps.count {
      states.append([])
      let before = NightlyScript(
        steps: Array(steps[..<(count - 1)]), folder: disk.folder, clock: clock
      ).split.steps.count
      let split = NightlyScript(
        steps: Array(steps[..<count]), folder: disk.folder, clock: clock
      ).split.steps
      for step in split[before...] {
        let script = NightlyScript(steps: [step], folder: disk.folder, clock: clock)
        #expect(await script.run().error == nil)
        states[count].append(try await script.open().verify().digest)
      }
    }
    let whole = FaultDisk()
    let script = NightlyScript(steps: steps, folder: whole.folder, clock: clock)
    let (acknowledged, error) = await script.run()
    #expect(acknowledged == steps.count, "\(error.map { "\($0)" } ?? "")")
    let (points, reads) = (whole.points, whole.reads)
    let verification = try await script.open().verify()
    #expect(verification.digest == states.last?.last)
    #expect(verification.items > 3 && verification.removed > 1 && verification.marks > 6)
    return Course(states: states, points: points, reads: reads)
  }

  /// A fault, and the machine's restart after it.
  struct Disturbance: Hashable, CustomStringConvertible {
    var fault: FaultDisk.Fault
    var restart: FaultDisk.Restart

    var description: String { "\(fault), \(restart)" }

    static let all =
      FaultDisk.Restart.allCases.map { Disturbance(fault: .crash, restart: $0) }
      + [FaultDisk.Fault.error, .full].flatMap { fault in
        [FaultDisk.Restart.process, .powerLosingAll].map {
          Disturbance(fault: fault, restart: $0)
        }
      }
  }

  @Test func `a fault at any point loses nothing acknowledged, and the next run completes`()
    async throws
  {
    let course = try await Self.course()
    let points = course.points.count
    #expect(points > 100)
    for kind in FaultDisk.Operation.allCases { #expect(course.points.contains(kind)) }
    for point in 1...points {
      for (number, disturbance) in Disturbance.all.enumerated()
      where StoreFixture.isThorough || (point + number * 7) % (Disturbance.all.count * 7) == 0 {
        try await Self.disturb(disturbance, at: point, course)
      }
    }
  }

  private static func disturb(
    _ disturbance: Disturbance, at point: Int, _ course: Course
  ) async throws {
    let name: Comment = "point \(point) (\(course.points[point - 1])): \(disturbance)"
    let disk = FaultDisk()
    disk.plan(disturbance.fault, at: point)
    let clock = TestClock()
    let disturbed = NightlyScript(steps: steps, folder: disk.folder, clock: clock)
    let (acknowledged, error) = await disturbed.run()
    if disturbance.fault == .crash { #expect(error != nil, name) }
    disk.restart(disturbance.restart)
    let next = NightlyScript(steps: steps, folder: disk.folder, clock: clock)
    do {
      let found = try await next.open().verify()
      #expect(course.allowed(acknowledged).contains(found.digest), name)
      // A write that was cut off causes no damage.
      if disturbance.fault == .crash { #expect(found.damages == [], name) }
      try await checkPowerCut(disk, after: acknowledged, course, name)
      let (all, error) = await next.run()
      #expect(all == steps.count, "\(name): \(error.map { "\($0)" } ?? "")")
      let complete = try await next.open().verify()
      #expect(complete.digest == course.last, name)
      #expect(complete.damages == [], name)
      // Acknowledged changes outlast a power cut.
      disk.restart(.powerLosingAll)
      let last = try await NightlyScript(steps: [], folder: disk.folder, clock: clock).open()
        .verify()
      #expect(last.digest == course.last, name)
    } catch {
      Issue.record("\(name): \(error)")
    }
  }

  /// Repeats the disturbed step; its effects and those of earlier steps must survive a power cut.
  private static func checkPowerCut(
    _ original: FaultDisk, after acknowledged: Int, _ course: Course, _ name: Comment
  ) async throws {
    let count = min(acknowledged + 1, steps.count)
    let disk = original.copy()
    let clock = TestClock()
    let redone = NightlyScript(
      steps: Array(steps[..<count]), folder: disk.folder, clock: clock)
    #expect(await redone.run().acknowledged == count, name)
    disk.restart(.powerLosingAll)
    let found = try await NightlyScript(steps: [], folder: disk.folder, clock: clock).open()
      .verify()
    #expect(found.digest == course.states[count].last, name)
  }

  @Test(arguments: [("the disk is full", FaultDisk.Fault.full), ("a write fails", .error)])
  func `a partial commit reports the outcomes that were kept`(
    name: String, fault: FaultDisk.Fault
  ) async throws {
    let (disk, store) = try FaultDisk.opened()
    try await store.commit(["Send the report"])
    let next = disk.points.count
    let outcomes = (0..<5).map { StoreFixture.outcome(["Book room \($0)"], message: "m\($0)") }
    // The next write goes to the journal, and half of it remains.
    disk.plan(fault, at: next + 1)
    let part = await #expect(throws: KeptInPart.self, "\(name)") {
      _ = try await store.commit(outcomes)
    }
    let kept = try #require(part).changes
    #expect(!kept.isEmpty && kept.count < outcomes.count)
    let told = ["Send the report"] + kept.joined().map(\.known.item.task)
    #expect(try await store.fetch().map(\.task).sorted() == told.sorted())
    disk.restart()
    let again = try ActionItemStore(folder: disk.folder, creating: false, now: TestClock().now)
    #expect(try await again.fetch().map(\.task).sorted() == told.sorted())
    _ = try await again.commit(Array(outcomes.dropFirst(kept.count)))
    #expect(try await again.fetch().count == 6)
  }
}
