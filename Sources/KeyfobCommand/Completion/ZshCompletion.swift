#if Server
/// The completion for zsh.
enum ZshCompletion {
    /// The script, which is loaded by `source` or found as `_keyfob` in `fpath`. It evaluates nothing.
    static let script = #"""
        #compdef keyfob
        # Completion of keyfob for zsh. To load it, after compinit: source <(keyfob --generate-completion-script zsh)
        _keyfob() {
            local program=${(Q)words[1]} line word kind
            local -a lines found
            [[ $program != '~/'* ]] || program=$HOME/${program#'~/'}
            [[ $program == */* ]] || (( $+commands[$program] )) || program=keyfob
            lines=("${(@f)"$("$program" ---complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)"}")
            kind=${lines[1]%% *}
            [[ $PREFIX != --*=* ]] || compset -P '--*='
            case $kind in
            files)
                if [[ $lines[1] == *' '* ]]; then
                    _files -g "*.(${${lines[1]#* }// /|})"
                else
                    _files
                fi
                ;;
            directories) _files -/ ;;
            program)
                local -i place=${words[(i)--]}
                words=("${(@)words[place+1,-1]}")
                (( CURRENT -= place ))
                _normal
                ;;
            words)
                for line in "${(@)lines[2,-1]}"; do
                    word=${line%%$'\t'*}
                    [[ $word != --*=* ]] || word=${word#*=}
                    word=${word//\\/\\\\}
                    found+=("${word//:/\\:}:${line#*$'\t'}")
                done
                _describe -V keyfob found
                ;;
            *) return 1 ;;
            esac
        }
        if [[ $funcstack[1] == _keyfob ]]; then
            _keyfob "$@"
        else
            compdef _keyfob keyfob
        fi

        """#
}
#endif
