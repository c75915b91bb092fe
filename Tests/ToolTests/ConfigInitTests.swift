import Foundation
import TestSupport
import Testing

/// `config --init`.
@Suite struct ConfigInitTests {
  @Test func `init writes a private file that sets nothing, and says what to do`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let made = try await directory.tool("config", "--init")
    let place = ".config/actionitems/config.json"
    #expect(made.status == 0 && made.output.isEmpty, "\(made.errors)")
    #expect(made.errors.contains("wrote \(directory.path)/\(place)"))
    #expect(made.errors.contains("Replace null by values"))
    #expect(try directory.mode(of: place) == 0o600)
    let config = try await directory.tool("config")
    #expect(
      config.status == 0 && config.output.contains(directory.path + "/" + place), "\(config.errors)"
    )
    let text = try directory.text(place)
    try directory.write(
      text.replacing("\"time-zone\": null", with: "\"time-zone\": \"Asia/Tokyo\""), to: place)
    let set = try await directory.tool("config")
    let line = try #require(set.lines.first { $0.hasPrefix("time-zone ") })
    #expect(line.contains("Asia/Tokyo") && line.contains(place))
  }

  @Test(arguments: ["file", "link"])
  func `an existing file is left unchanged`(kind: String) async throws {
    let directory = try TemporaryDirectory()
    if kind == "file" {
      try directory.write("{}", to: "c.json")
    } else {
      try FileManager.default.createSymbolicLink(
        atPath: "\(directory.path)/c.json", withDestinationPath: "elsewhere.json")
    }
    try await directory.tool("config", "--init", "--config", "c.json").expect(2, "already exists")
    #expect(!directory.has("elsewhere.json"))
    if kind == "file" { #expect(try directory.read("c.json") == Array("{}".utf8)) }
  }

  @Test func `init writes to the path of --config and creates its folder`() async throws {
    let directory = try TemporaryDirectory()
    let made = try await directory.tool("config", "--config", "a/b/c.json", "--init", "--json")
    #expect(made.status == 0 && made.output == "{\"schema\":1,\"config\":\"a/b/c.json\"}\n")
    #expect(try directory.read("a/b/c.json").first == UInt8(ascii: "{"))
  }
}
