import CivilTime
import Encoding
import Extraction
import Store
import System

/// The part of `doctor` that checks this machine: store, disk, time zone.
struct MachineExamination {
  let invocation: Invocation
  let report: (Diagnosis) throws -> Void

  /// Free bytes below which a run may fail, and below which it will fail.
  private static let littleRoom = 200 << 20
  private static let noRoom = 5 << 20

  func run() async throws {
    try zone()
    let path: String
    do throws(CommandFailure) {
      path = try invocation.storePath()
    } catch {
      return try report(.failed("store", error.message, fix: "set --store", error.status))
    }
    try await store(path)
    try disk(path)
  }

  private func zone() throws {
    let diagnosis: Diagnosis
    do throws(CommandFailure) {
      diagnosis = .ok("zone", "the time zone is \(try invocation.teamZone().identifier)")
    } catch {
      diagnosis = .failed(
        "zone", error.message, fix: "set --time-zone, as in Europe/Berlin", error.status)
    }
    try report(diagnosis)
  }

  private func store(_ path: String) async throws {
    let folder: DiskFolder
    do throws(StorageError) {
      folder = try DiskFolder(existing: path)
    } catch {
      if error.isMissing {
        return try report(.ok("store", "\(path) does not exist yet; the first run creates it"))
      }
      return try report(.failed("store", "\(error)", fix: "set --store to another path", .store))
    }
    func fail(_ words: String, fix: String) throws {
      try report(.failed("store", words, fix: fix, .store))
    }
    do {
      let store = try ActionItemStore(folder: folder, creating: false, now: invocation.now)
      let sequence = try await store.lastSequence()
      if let first = try await store.verify().damages.first {
        return try fail(first, fix: "'actionitems store verify' lists the damage")
      }
      guard (try? FileSystem.check(path, for: .writing)) != nil else {
        return try fail("\(path) is not writable", fix: "check its owner and mode")
      }
      try report(.ok("store", "\(path), \(sequence.counted("change"))"))
    } catch let error as StoreError {
      try fail("\(error)", fix: "run 'actionitems store verify', or restore a backup")
    }
  }

  /// Checks the free space on the disk of the store, or of its nearest existing parent folder.
  private func disk(_ path: String) throws {
    var place = path
    var found: Int?
    while found == nil {
      do throws(SystemError) {
        found = try FileSystem.freeBytes(at: place)
      } catch {
        if place == "." { return }
        if error == .missing, let slash = place.lastIndex(of: "/"), place.count > 1 {
          place = slash == place.startIndex ? "/" : String(place[..<slash])
        } else {
          place = "."
        }
      }
    }
    guard let free = found else { return }
    let words = "\(free >> 20) MB are free on the store's disk"
    switch free {
    case ..<Self.noRoom: try report(.failed("disk", words, fix: "free some space", .store))
    case ..<Self.littleRoom: try report(.warning("disk", words, fix: "free some space"))
    default: try report(.ok("disk", words))
    }
  }
}
