import FoundationEssentials
import Testing

/// The dependencies, imports and floors of all targets, and the names of types. Below: how `Manifest` reads them.
@Suite struct ImportTests {
  @Test func `every import of ours is a declared dependency, and every dependency is imported`()
    throws
  {
    let manifest = try Manifest.load()
    let ours = Set(manifest.targets.map(\.name))
    #expect(ours.count == manifest.targets.count)
    for target in manifest.targets where target.kind != "systemLibrary" {
      var imported: Set<String> = []
      let files = try manifest.files(of: target)
      for file in files {
        let imports = try Manifest.imports(ofFile: file).intersection(ours)
        imported.formUnion(imports)
        let undeclared = imports.subtracting(target.dependencies)
        #expect(undeclared.isEmpty, "\(file) imports \(undeclared.sorted()), not declared")
      }
      guard !files.isEmpty else { continue }  // a target of C files
      let unused = target.dependencies.subtracting(imported).subtracting(["actionitems"])
      #expect(unused.isEmpty, "\(target.name) declares \(unused.sorted()) and imports none of it")
    }
  }

  // FoundationEssentials alone would be a quarter of a static program, and Foundation's language tables most of it.
  @Test func `no part of the tool imports Foundation`() throws {
    let manifest = try Manifest.load()
    let targets = Dictionary(uniqueKeysWithValues: manifest.targets.map { ($0.name, $0) })
    var (parts, next) = (Set<String>(), Set(["actionitems"]))
    while !next.isEmpty {
      parts.formUnion(next)
      next = Set(next.flatMap { targets[$0]?.dependencies ?? [] }).subtracting(parts)
    }
    #expect(parts.contains("OfflineModel"))
    for target in parts.compactMap({ targets[$0] }) where target.kind != "systemLibrary" {
      for file in try manifest.files(of: target) {
        let imports = try Manifest.imports(ofFile: file)
        #expect(imports.isDisjoint(with: ["Foundation", "FoundationEssentials"]), "\(file)")
      }
    }
  }

  @Test func `only System imports the C library`() throws {
    let manifest = try Manifest.load()
    for target in manifest.targets
    where target.folder.hasPrefix("Sources/") && target.name != "System" {
      for file in try manifest.files(of: target) {
        #expect(try !Manifest.imports(ofFile: file).contains("Glibc"), "\(file)")
      }
    }
  }

  /// The folders of the layers, lowest first.
  static let floors = ["Support", "Domain", "Reading", "Sharing", "Tool"]

  @Test func `every folder on a floor and under Tests is a target`() throws {
    let manifest = try Manifest.load()
    let declared = manifest.targets.map(\.folder)
    for top in Self.floors.map({ "Sources/\($0)" }) + ["Tests"] {
      let path = Manifest.root.appending(path: top).path
      for folder in try FileManager.default.contentsOfDirectory(atPath: path) {
        #expect(declared.contains("\(top)/\(folder)"))
      }
    }
    let sources = Manifest.root.appending(path: "Sources").path
    #expect(
      Set(try FileManager.default.contentsOfDirectory(atPath: sources))
        == Set(Self.floors + ["README.md"]))
  }

  @Test func `no target imports one of a floor above`() throws {
    let manifest = try Manifest.load()
    var floors: [String: Int] = [:]
    for target in manifest.targets {
      let parts = target.folder.split(separator: "/")
      guard parts.first == "Sources", parts.count > 1 else { continue }
      let floor: Int = try #require(Self.floors.firstIndex(of: String(parts[1])))
      floors[target.name] = floor
    }
    for target in manifest.targets {
      guard let floor = floors[target.name] else { continue }
      for other in target.dependencies {
        #expect(floors[other] ?? 0 <= floor, "\(target.name) imports \(other)")
      }
    }
  }

  @Test func `no type bears its module's name`() throws {
    let manifest = try Manifest.load()
    for target in manifest.targets where target.kind == "target" {
      for file in try manifest.files(of: target) {
        let text = String(
          decoding: try Data(contentsOf: Manifest.root.appending(path: file)), as: UTF8.self)
        for keyword in ["struct", "class", "enum", "actor", "protocol"] {
          let named = Manifest.lines(with: target.name, in: text).contains { line in
            let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
            return zip(words, words.dropFirst()).contains {
              $0.0 == keyword && $0.1 == target.name && !line.hasPrefix("///")
            }
          }
          #expect(!named, "\(file) declares a type named \(target.name)")
        }
      }
    }
  }

  @Test(
    arguments: [
      ("plain", "import A", ["A"]),
      ("access level", "public import A", ["A"]),
      ("testable", "@testable import A", ["A"]),
      ("two attributes", "@preconcurrency @testable internal import A", ["A"]),
      ("one declaration", "import struct A.B", ["A"]),
      ("comment", "// import A", []),
      ("indented", "  import A", ["A"]),
    ] as [(String, String, Set<String>)])
  func `import lines are read in every form`(name: String, text: String, modules: Set<String>) {
    #expect(Manifest.imports(in: text) == modules, "\(name)")
  }

  @Test func `the manifest's targets are found`() {
    let manifest = Manifest(
      text: """
        let package = Package(
          targets: [
            .systemLibrary(name: "C"),
            .target(
              name: "A",
              dependencies: ["B", "C"]),
            .testTarget(name: "ATests", dependencies: ["A"]),
          ])
        """)
    #expect(manifest.targets.map(\.name) == ["C", "A", "ATests"])
    #expect(manifest.targets[1].dependencies == ["B", "C"])
  }
}
