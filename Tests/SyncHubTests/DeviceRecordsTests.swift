import Store
import TestSupport
import Testing

@testable import Sync
@testable import SyncHub

@Suite struct DeviceRecordsTests {
  @Test func `a lower offset of a store does not replace the higher one`() throws {
    let directory = try TemporaryDirectory()
    let folder = try DiskFolder(creating: directory.path + "/s")
    let records = try DeviceRecords(in: folder)
    func place(_ store: String, _ sequence: Int) -> AcknowledgedOffset {
      AcknowledgedOffset(store: store, sequence: sequence, itemID: "i", updatedAt: 1)
    }
    records.note(place("a", 5000), of: "d")
    records.note(place("a", 2098), of: "d")
    #expect(records.place(of: "d")?.sequence == 5000)
    try records.save()
    #expect(try DeviceRecords(in: folder).place(of: "d")?.sequence == 5000)
    // A store with a new id starts from the beginning.
    records.note(place("b", 3), of: "d")
    #expect(records.place(of: "d")?.store == "b")
    records.note(place("b", 4), of: "d")
    #expect(records.place(of: "d")?.sequence == 4)
  }

  @Test func `a device belongs to the first person who used it`() throws {
    let directory = try TemporaryDirectory()
    let folder = try DiskFolder(creating: directory.path + "/s")
    let records = try DeviceRecords(in: folder)
    #expect(records.mayBe("d", of: "anna") && records.mayBe("d", of: "anna"))
    #expect(!records.mayBe("d", of: "ben") && records.mayBe("e", of: "ben"))
    records.note(AcknowledgedOffset(store: "a", sequence: 1), of: "d")
    try records.save()
    let again = try DeviceRecords(in: folder)
    #expect(!again.mayBe("d", of: "ben") && again.mayBe("d", of: "anna"))
    #expect(again.place(of: "d")?.sequence == 1 && again.place(of: "e") == nil)
  }

  @Test func `few devices of a person are remembered, and all are admitted`() throws {
    let directory = try TemporaryDirectory()
    let records = try DeviceRecords(in: try DiskFolder(creating: directory.path + "/s"))
    #expect((0..<200).allSatisfy { records.mayBe("d\($0)", of: "anna") })
    let remembered = (0..<200).count { records.isOwner("anna", of: "d\($0)") }
    #expect(remembered == DeviceRecords.mostOfPerson)
    #expect(records.mayBe("e", of: "ben") && records.isOwner("ben", of: "e"))
  }
}
