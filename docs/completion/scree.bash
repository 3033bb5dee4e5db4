# Words of scree for bash: subcommands and options as its own help names them, else files.
_scree() {
  local word=${COMP_WORDS[COMP_CWORD]} sub=${COMP_WORDS[1]}
  local program=${COMP_WORDS[0]}
  COMPREPLY=()
  local words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="$("$program" --help 2>/dev/null | sed -n 's/^  scree \([a-z]*\) .*/\1/p')"
    words="$words --help --version"
  elif [ "${word#-}" != "$word" ]; then
    words=$("$program" "$sub" --help 2>/dev/null | sed -n 's/^  \(--[a-z-]*\) .*/\1/p')
  fi
  [ -z "$words" ] || mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _scree scree
