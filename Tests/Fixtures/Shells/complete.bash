# Prints the completions that bash offers for a line: bash complete.bash FOLDER LINE
source "$1/brightness.bash"
COMP_LINE=$2
COMP_POINT=${#COMP_LINE}
_brightness
printf '%s\n' "${COMPREPLY[@]}"
