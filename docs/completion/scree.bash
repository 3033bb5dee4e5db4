# Words of scree for bash: subcommands and options as its own help names them, else files.
_scree() {
  local word=${COMP_WORDS[COMP_CWORD]} sub=${COMP_WORDS[1]}
  local program=${COMP_WORDS[0]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "$("$program" --help 2>/dev/null | sed -n 's/^  scree \([a-z]*\) .*/\1/p') --help --version" -- "$word")
  elif [ "${word#-}" != "$word" ]; then
    mapfile -t COMPREPLY < <(compgen -W "$("$program" "$sub" --help 2>/dev/null | sed -n 's/^  \(--[a-z-]*\) .*/\1/p')" -- "$word")
  fi
}
complete -o default -F _scree scree
