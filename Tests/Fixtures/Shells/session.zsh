# The shell in which the line is typed: it says what it would have run.
PROMPT=
unsetopt zle_bracketed_paste 2>/dev/null
fpath=($COMPLETIONS $fpath)
autoload -Uz compinit
compinit -D -u
brightness() {
  if [[ $1 == complete ]]; then
    command brightness "$@"
  else
    print -r -- "ran <$*>"
  fi
}
print -r -- this shell "is ready"
