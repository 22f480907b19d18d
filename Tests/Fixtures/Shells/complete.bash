# What bash makes of a line when somebody asks how it goes on: bash complete.bash FOLDER LINE
source "$1/brightness.bash"
COMP_LINE=$2
COMP_POINT=${#COMP_LINE}
_brightness
printf '%s\n' "${COMPREPLY[@]}"
