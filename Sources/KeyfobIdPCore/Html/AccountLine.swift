import KeyfobCore

/// An account on a page: a tile with initials, and the name.
struct AccountLine {
    /// The name from which the initials come.
    let name: String
    /// The user name.
    let account: String

    var html: HTML {
        """
        <div class="who"><span class="tile round" aria-hidden="true">\(Initials.of(name, most: 2))</span>
        <p id="login-name">\(account)</p></div>
        """
    }
}

/// The letters of a tile.
enum Initials {
    /// The first letters of the first and last word; of a user name, those of its parts before the `@`.
    static func of(_ name: String, most: Int) -> String {
        let words = name.prefix { $0 != "@" }.split { !$0.isLetter && !$0.isNumber }
        let chosen = most > 1 && words.count > 1 ? [words[0], words[words.count - 1]] : Array(words.prefix(1))
        return chosen.compactMap { $0.first.map { $0.uppercased() } }.joined()
    }
}
