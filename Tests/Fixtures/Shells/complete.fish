# Prints the completions that fish offers for a line: fish complete.fish FOLDER LINE
source $argv[1]/brightness.fish
complete --do-complete $argv[2] | string replace --regex '\t.*' ''
