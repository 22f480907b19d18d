# Completions of brightness for fish. The program itself lists the candidates.

function __brightness_complete
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    set -l current (commandline --current-token --cut-at-cursor)
    for entry in ($words[1] complete -- $words[2..] "$current" 2>/dev/null)
        switch $entry
            case \tfiles
                __fish_complete_path (string replace --regex '^--[a-z-]+=' '' -- $current)
            case \tcommands
                __fish_complete_command
            case '*'
                echo $entry
        end
    end
end

complete --command brightness --no-files --arguments '(__brightness_complete)'
complete --command brightness-fleet --no-files --arguments '(__brightness_complete)'
