import TestSupport

/// A loop in Python that takes id, sender, time and text of every message.
struct PythonPeer {
  let python: String
  let path: String

  /// What it reads by.
  var library: String {
    if path.hasSuffix(".txt") { return "Python" }
    let program = "import importlib.util as u; print('orjson' if u.find_spec('orjson') else 'json')"
    let run = try? MeasuredRun([python, "-c", program])
    return run?.output.split(separator: "\n").last.map(String.init) ?? "no Python"
  }

  var command: [String] {
    let program = """
      import os, re, sys
      try:
          import orjson as json
      except ImportError:
          import json
      seen = 0
      def walk(messages):
          global seen
          for m in messages:
              seen += len(m.get("client_msg_id") or str(m.get("id") or ""))
              seen += len(m.get("user") or m.get("from") or (m.get("author") or {}).get("name") or "")
              seen += len(m.get("ts") or m.get("date") or m.get("timestamp") or "")
              seen += len(m.get("text") or m.get("content") or "")
      path = sys.argv[1]
      if os.path.isdir(path):
          for folder, _, names in os.walk(path):
              for name in names if folder != path else []:
                  with open(os.path.join(folder, name), "rb") as file:
                      walk(json.loads(file.read()))
      elif path.endswith(".txt"):
          head = re.compile(r"(\\d+/\\d+/\\d+, \\d+:\\d+ [AP]M) - ([^:]+): (.*)")
          with open(path, encoding="utf-8") as file:
              for line in file:
                  if found := head.match(line):
                      seen += sum(map(len, found.groups()))
      elif path.endswith(".json"):
          with open(path, "rb") as file:
              walk(json.loads(file.read())["messages"])
      else:
          with open(path, "rb") as file:
              for line in file:
                  walk([json.loads(line)])
      """
    return [python, "-c", program, path]
  }
}
