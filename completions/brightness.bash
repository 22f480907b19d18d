# Completions of brightness for bash. What may follow is asked of the program itself.

_brightness() {
  local line=${COMP_LINE:0:COMP_POINT} words current front entry
  read -ra words <<<"$line"
  [[ $line != *[[:space:]] ]] || words+=("")
  current=${words[-1]}
  # bash takes a word apart at these, and wants what comes after the last of them.
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
}

complete -o nosort -F _brightness brightness
