#if Server
/// The completion for bash, from 3.2 on.
enum BashCompletion {
    /// The script. It evaluates nothing: words of the command line and of `keyfob` are compared and quoted.
    static let script = #"""
        # Completion of keyfob for bash. To load it: source <(keyfob --generate-completion-script bash)
        _keyfob() {
            local program=$1 text=${COMP_LINE:0:COMP_POINT} kind='' gap word current index
            local -a words lines
            words=() lines=() COMPREPLY=()
            # bash divides words at '=' and ':' too. What has no space between it is one word.
            for ((index = 0; index <= COMP_CWORD; index++)); do
                gap=${text%%[![:space:]]*}
                text=${text:${#gap}}
                word=${COMP_WORDS[index]}
                ((index < COMP_CWORD)) || word=$text
                text=${text:${#word}}
                if [[ -z $gap && ${#words[@]} -gt 0 ]]; then
                    words[${#words[@]} - 1]+=$word
                else
                    words+=("$word")
                fi
            done
            words=("${words[@]//[\'\"\\]/}")
            current=${words[${#words[@]} - 1]}
            program=${program/#\~\//$HOME/}
            [[ $(type -t -- "$program" 2>/dev/null) == file ]] || program=keyfob
            while IFS= read -r word || [[ -n $word ]]; do
                if [[ -z $kind ]]; then kind=${word%% *}; else lines+=("${word%%$'\t'*}"); fi
            done < <("$program" ---complete "${words[@]:1}" 2>/dev/null)
            case $kind in
            files) compopt -o default ;;
            directories) compopt -o dirnames ;;
            program)
                for ((index = 1; index < COMP_CWORD; index++)); do
                    [[ ${COMP_WORDS[index]} != -- ]] || break
                done
                if declare -F _command_offset >/dev/null; then
                    _command_offset $((index + 1))
                elif ((index + 1 == COMP_CWORD)); then
                    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -c -- "$current")
                else
                    compopt -o default
                fi
                ;;
            words)
                for word in "${lines[@]}"; do
                    [[ $word == "$current"* ]] || continue
                    # readline replaces what follows the '='.
                    [[ $COMP_WORDBREAKS != *=* || $current != *=* ]] || word=${word#*=}
                    if [[ $word == *[!A-Za-z0-9_.,@%+=/-]* ]]; then
                        # Within a quotation that the user began, no quoting is right for both kinds.
                        [[ $2 != [\'\"]* ]] || continue
                        printf -v word %q "$word"
                    fi
                    COMPREPLY+=("$word")
                done
                ;;
            esac
        }
        complete -F _keyfob keyfob

        """#
}
#endif
