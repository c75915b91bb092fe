/// A shell and its completion script. The scripts call `completions --words`, so that they fit any version of the tool.
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
        # '--name=value' comes as three words.
        if [[ $cur == = ]]; then cur=; fi
        while IFS=$'\\t' read -r word _; do
          if [[ $word == :files ]]; then
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$cur")
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
            compset -P 1 '--*='
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
              set -l name (string match -r -- '^--[^=]*=' "$typed")
              set -l value (string replace -r -- '^--[^=]*=' '' "$typed")
              set found "$name"(complete -C "'' $value")
          end
          string join \\n -- $found
      end
      complete -c actionitems -k -f -a '(__actionitems_found)'

      """
    }
  }
}
