import KeyfobCore

/// An entry of a document, with the members whose values can be represented.
struct SharedCacheEntry: Sendable {
    let place: SharedCacheDocument.Place
    /// The entry's key.
    let key: String
    /// The account, in lower case; empty if there is none.
    let home: String
    /// The text from brace to brace.
    let text: ArraySlice<UInt8>
    /// The members; one whose value cannot be represented is only in the text.
    let members: [String: JSONValue]

    /// Reads an entry; nil if it is not an object or has no key.
    init?(_ member: JSONObjectText.Member, at place: SharedCacheDocument.Place, home: String) {
        guard let key = member.name, let object = try? JSONObjectText(parsing: member.value) else { return nil }
        self.place = place
        self.key = key
        self.home = home
        text = member.value
        var members: [String: JSONValue] = [:]
        for member in object.members {
            guard let name = member.name else { continue }
            members[name] = JSONText.value(member.value)
        }
        self.members = members
    }

    /// A member's string; nil if there is none.
    func string(_ name: String) -> String? { members[name]?.stringValue }

    /// A member's string; nil if there is none or it is empty.
    func text(_ name: String) -> String? { string(name).flatMap { $0.isEmpty ? nil : $0 } }

    /// Whether the secret is a token. An entry with another secret is one of another program: it is kept, and not used.
    var hasToken: Bool { string(SharedCacheNames.secret).map(TokenSyntax.isToken) ?? false }

    /// A time in seconds since 1970, in a string or a number, with or without a fraction; nil if there is none.
    func time(_ name: String) -> Int64? {
        switch members[name] {
        case .string(let text): Self.seconds(text)
        case .number(let text): Self.seconds(text)
        default: nil
        }
    }

    private static func seconds(_ text: String) -> Int64? {
        if let exact = Int64(text) { return exact }
        guard let value = Double(text), value.isFinite, abs(value) < 9e15 else { return nil }
        return Int64(value.rounded(.down))
    }

    /// The key that the token is bound to; empty if there is none.
    var keyID: String { SharedCacheNames.keyIDs.lazy.compactMap { text($0) }.first ?? "" }

    /// The members that are not modelled.
    func unknown(_ kind: CredentialKind) -> [String: JSONValue] {
        let modelled = SharedCacheNames.modelled(kind)
        return members.filter { !modelled.contains($0.key) }
    }

    /// The account in an entry's text, in lower case, found without parsing the other members.
    static func home(in text: ArraySlice<UInt8>) -> String {
        var scanner = JSONScanner(text)
        let name = Array("\"\(SharedCacheNames.home)\"".utf8)
        var home = ""
        guard scanner.take(UInt8(ascii: "{")) else { return "" }
        do throws(SharedCacheSyntaxError) {
            repeat {
                scanner.skipSpace()
                var start = scanner.position
                try scanner.skipString()
                let isWanted = scanner.text(from: start).elementsEqual(name)
                scanner.skipSpace()
                try scanner.require(UInt8(ascii: ":"), "expected a colon")
                scanner.skipSpace()
                start = scanner.position
                try scanner.skipValue()
                if isWanted { home = JSONText.string(scanner.text(from: start)) ?? "" }
                scanner.skipSpace()
            } while scanner.take(UInt8(ascii: ","))
        } catch {
            return home.lowercased()
        }
        return home.lowercased()
    }
}
