import Encoding

/// The completions for a value.
enum CompletionValues: Equatable {
  /// Words, each with a tab and its meaning if it has one.
  case words([String])
  /// Values from the store.
  case known(Kind)
  case files
  case none

  enum Kind: String, CaseIterable {
    case ids
    case openIds = "open-ids"
    case people, conversations
  }

  init(_ option: any OptionDescribing) {
    if !option.choices.isEmpty {
      self = .words(option.choices)
    } else if ["FILE", "DIR", "PATH"].contains(option.placeholder) {
      self = .files
    } else if ["assignee", "person"].contains(option.name) {
      self = .known(.people)
    } else if ["conversation", "exclude"].contains(option.name) {
      self = .known(.conversations)
    } else {
      self = .none
    }
  }

  init(operandsOf command: Command) {
    if command.operands.holds("SHELL") {
      self = .words(Shell.allCases.map(\.rawValue))
    } else if command.operands.holds("ID") {
      self = .known(command.name == StateCommands.done.name ? .openIds : .ids)
    } else if ["PATH", "FILE", "GOLD"].contains(where: command.operands.holds) {
      self = .files
    } else {
      self = .none
    }
  }

  /// Finds what can stand in place of the last word of a command line, which is being typed.
  init(endOf line: [String]) {
    let typed = line.last ?? ""
    let words = line.dropLast().filter { !$0.hasPrefix("-") }
    guard let first = words.first else {
      self = .words(typed.hasPrefix("-") ? Self.options(CommonOptions.all) : Self.firstWords)
      return
    }
    let two = words.prefix(2).joined(separator: " ")
    let command =
      Commands.all.first { $0.name == two } ?? Commands.all.first { $0.name == first }
    guard let command else {
      self = .words(
        first == "help" ? (words.count == 1 ? Self.firstWords : []) : Self.seconds(first))
      return
    }
    let before = line.dropLast().last ?? ""
    let option = command.allOptions.first { option in
      option.placeholder != nil
        && (before == "--" + option.name || option.letter.map { before == "-\($0)" } ?? false)
    }
    if let option {
      self = CompletionValues(option)
    } else if typed.hasPrefix("-") {
      self = .words(Self.options(command.allOptions))
    } else {
      let own = CompletionValues(operandsOf: command)
      let others = Self.seconds(command.name)
      self = own == .none && !others.isEmpty ? .words(others) : own
    }
  }

  private static func options(_ options: [any OptionDescribing]) -> [String] {
    options.map { "--\($0.name)\t\($0.help)" }
  }

  /// The possible first words of a command line.
  private static var firstWords: [String] {
    var words: [String] = []
    for command in Commands.all {
      let word = String(command.name.prefix { $0 != " " })
      if !words.contains(word) { words.append(word) }
    }
    return words.map { word in
      let command = Commands.all.first { $0.name == word }
      return word + "\t" + (command?.summary ?? seconds(word).joined(separator: ", "))
    } + ["help\tshow the help of a command"]
  }

  /// The second words of the commands that begin with a word.
  private static func seconds(_ word: String) -> [String] {
    Commands.family(word).map { String($0.name.dropFirst(word.count + 1)) }
  }
}

/// The shells with completion. Their scripts ask the program what can follow, so that they never fall behind it.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  var script: String {
    let ask = "actionitems completions --words --"
    return switch self {
    case .bash:
      """
      # Completion of actionitems for bash, made by 'actionitems completions bash'.
      _actionitems() {
        local cur=${COMP_WORDS[COMP_CWORD]} word
        COMPREPLY=()
        while IFS=$'\\t' read -r word _; do
          if [[ $word == :files ]]; then
            compopt -o filenames 2>/dev/null
            COMPREPLY=($(compgen -f -- "$cur"))
          elif [[ ${word,,} == "${cur,,}"* ]]; then
            COMPREPLY+=("$(printf %q "$word")")
          fi
        done < <(\(ask) "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
      }
      complete -F _actionitems actionitems

      """
    case .zsh:
      """
      #compdef actionitems
      # Completion of actionitems for zsh, made by 'actionitems completions zsh'.
      _actionitems() {
        local -a found
        local word what
        while IFS=$'\\t' read -r word what; do
          if [[ $word == :files ]]; then
            _files
            return
          fi
          found+=("${word//:/\\\\:}${what:+:$what}")
        done < <(\(ask) "${(@)words[2,CURRENT]}" 2>/dev/null)
        _describe -V value found
      }
      if [[ $funcstack[1] == _actionitems ]]; then _actionitems "$@"; else compdef _actionitems actionitems; fi

      """
    case .fish:
      """
      # Completion of actionitems for fish, made by 'actionitems completions fish'.
      function __actionitems_found
          set -l typed (commandline -ct)
          set -l found (\(ask) (commandline -opc)[2..-1] "$typed" 2>/dev/null)
          if test "$found[1]" = :files
              __fish_complete_path "$typed"
          else
              printf '%s\\n' $found
          end
      end
      complete -c actionitems -k -f -a '(__actionitems_found)'

      """
    }
  }
}
