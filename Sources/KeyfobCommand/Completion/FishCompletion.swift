#if Server
/// The completion for fish.
enum FishCompletion {
    /// The script. It evaluates nothing: `complete -C` completes its text, and does not run it.
    static let script = #"""
        # Completion of keyfob for fish. To load it: keyfob --generate-completion-script fish | source
        function __keyfob_complete
            set -l words (commandline -opc)
            set -l current (commandline -ct)
            set -l program keyfob
            command -q $words[1]; and set program $words[1]
            set -l lines (command $program ---complete $words[2..] "$current" 2>/dev/null)
            switch "$lines[1]"
                case words
                    string join \n -- $lines[2..]
                case files 'files *'
                    __keyfob_files "$current"
                case directories
                    __keyfob_files "$current" | string match -- '*/'
                case program
                    set -l place (contains -i -- -- $words)
                    set -l rest (string escape -- $words[(math $place + 1)..])
                    complete -C (string join ' ' -- $rest "$current")
            end
        end
        function __keyfob_files
            complete -C "__fish_command_without_completions $argv[1]"
        end
        complete -c keyfob -f -k -a '(__keyfob_complete)'

        """#
}
#endif
