import KeyfobCore

/// The claims of a token that is about to be issued, in the order in which they were added. A token has some twenty:
/// finding one among so few takes less time than hashing its name, and their order in a token has no meaning.
struct TokenClaims: ExpressibleByDictionaryLiteral {
    private var claims: [(key: String, value: JSONValue)] = []

    /// Makes claims; of several with one name the last one counts.
    init(dictionaryLiteral claims: (String, JSONValue?)...) {
        self.claims.reserveCapacity(24)
        for (name, value) in claims { self[name] = value }
    }

    /// The value of a claim; nil if the token does not have it.
    subscript(name: String) -> JSONValue? {
        get { index(of: name).map { claims[$0].value } }
        set {
            switch (index(of: name), newValue) {
            case (let index?, let value?): claims[index].value = value
            case (let index?, nil): claims.remove(at: index)
            case (nil, let value?): claims.append((name, value))
            case (nil, nil): break
            }
        }
    }

    /// The JSON object of the claims, as UTF-8.
    func bytes() -> [UInt8] {
        var out: [UInt8] = []
        // More than most tokens have.
        out.reserveCapacity(1024)
        JSONValue.write(claims, to: &out)
        return out
    }

    private func index(of name: String) -> Int? {
        // Most names differ in length, which takes no call to find out.
        let length = name.utf8.count
        return claims.firstIndex { $0.key.utf8.count == length && $0.key == name }
    }
}
