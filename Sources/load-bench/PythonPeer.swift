import Foundation

/// A loop in Python that takes id, sender, time and text of every message.
struct PythonPeer {
  let python: String
  let path: String

  /// What it reads JSON by.
  var library: String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [python, "-c", "import orjson"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return "no Python" }
    process.waitUntilExit()
    return process.terminationStatus == 0 ? "orjson" : "json"
  }

  var command: [String] {
    let program = """
      import os, sys
      try:
          import orjson as json
      except ImportError:
          import json
      seen = 0
      def walk(messages):
          global seen
          for m in messages:
              seen += len(m.get("client_msg_id") or "") + len(m.get("user") or "")
              seen += len(m.get("ts") or "") + len(m.get("text") or "")
      path = sys.argv[1]
      if os.path.isdir(path):
          for folder, _, names in os.walk(path):
              for name in names:
                  with open(os.path.join(folder, name), "rb") as file:
                      walk(json.loads(file.read()))
      else:
          with open(path, "rb") as file:
              for line in file:
                  walk([json.loads(line)])
      """
    return [python, "-c", program, path]
  }
}
