/// Values that a hostile provider, cache, profile or program could send, the same in each run.
enum HostileValues {
    /// Parts that end a value, begin another one, or are read as something else, in one of the forms.
    private static let parts = [
        "\n", "\r\n", "\r", "\u{0}", "\u{1B}[2J", "\u{1B}]0;x\u{7}", "\u{8}", "\u{7F}", "\u{85}", "\u{90}", "\u{9B}1m",
        "\u{9D}", "\u{200E}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{E0041}", "ü",
        "日", "\t",
    ]
    private static let printable = [
        "\"", "'", "\\", "\\n", "\\\"", "%", "%0a", "%s", "=", "==", "--", "-o", "@", "@/etc/passwd", "$(id)", "`id`",
        ";", "|", "&", "#", "<", ">", "{", "}", "~", "!", "*", "?", ",", "header = ", "password=x", "$HOME", " ", "  x",
        "a", "Zz9", "-._~+/",
    ]

    /// 200 values: about half of them could be tokens, and one in twenty is very long.
    static let all: [String] = {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func below(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        return (0..<200).map { index in
            var words = (0...below(5)).map { _ in printable[below(printable.count)] }
            if index % 2 == 0 { words.insert(parts[index / 2 % parts.count], at: below(words.count + 1)) }
            if index % 20 == 1 { words.append(String(repeating: printable[below(printable.count)], count: 3_000)) }
            return words.joined()
        }
    }()
}
