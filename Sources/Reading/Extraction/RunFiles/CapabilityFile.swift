import Encoding
package import LanguageModel
import Store
import Synchronization

/// The file `capabilities.json`, in which runs keep what each endpoint supports (`CapabilityList`).
package final class CapabilityFile: Sendable {
  package static let name = "capabilities.json"

  private let state: StateFolder
  private let isBroken = Atomic(false)
  private let warn: @Sendable (String) -> Void

  package init(_ state: StateFolder, warn: @escaping @Sendable (String) -> Void) {
    (self.state, self.warn) = (state, warn)
  }

  package var list: CapabilityList {
    let value = state.read(Self.name).flatMap { try? JSONValue(parsing: $0) }
    return value.map { CapabilityList($0) } ?? CapabilityList()
  }

  package func change(_ body: (inout CapabilityList) -> Void) {
    do {
      // Several runs may share the file.
      let lock = try state.folder.lock(Self.name + ".lock", wait: true)
      var list = list
      body(&list)
      try state.replace(Self.name, list.bytes)
      withExtendedLifetime(lock) {}
    } catch {
      // The only cost is one more call in the next run.
      if !isBroken.exchange(true, ordering: .relaxed) { warn("\(error)") }
    }
  }
}
