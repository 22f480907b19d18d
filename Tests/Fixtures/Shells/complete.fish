# What fish makes of a line when somebody asks how it goes on: fish complete.fish FOLDER LINE
source $argv[1]/brightness.fish
complete --do-complete $argv[2] | string replace --regex '\t.*' ''
