# Completions of brightness for bash. The program itself lists the candidates.

_brightness() {
  local line=${COMP_LINE:0:COMP_POINT} words current front entry
  read -ra words <<<"$line"
  [[ $line != *[[:space:]] ]] || words+=("")
  current=${words[-1]}
  # bash splits words at these characters, and expects the part after the last of them.
  front=${current%"${current##*[=:]}"}
  COMPREPLY=()
  while IFS= read -r entry; do
    case $entry in
      $'\tfiles') mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "${current#"$front"}") ;;
      $'\tcommands') mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -c -- "$current") ;;
      *)
        entry=${entry%%$'\t'*}
        COMPREPLY+=("${entry#"$front"}")
        ;;
    esac
  done < <("${words[0]}" complete -- "${words[@]:1}" 2>/dev/null)
  # A level follows immediately after the name of a light.
  [[ ${COMPREPLY[*]: -1} != *= ]] || compopt -o nospace 2>/dev/null
}

complete -o nosort -F _brightness brightness brightness-fleet
