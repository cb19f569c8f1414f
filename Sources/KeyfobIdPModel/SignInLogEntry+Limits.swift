import KeyfobCore

/// The limits of the sign-in log, which refused requests of unauthenticated clients can fill.
package enum SignInLogLimits {
    /// The number of entries; a store may keep a tenth more before it drops the oldest.
    package static let entries: Int64 = 100_000
    /// The bytes of all entries together; a store may keep a mebibyte more before it drops the oldest.
    package static let bytes: Int64 = 32 << 20
    /// The seconds for which an entry is kept: 30 days, as at Entra ID.
    package static let seconds: Int64 = 30 * 86400
    /// The bytes of one text of an entry; its scopes together count as one.
    static let text = 1024
    /// The bytes of the policies' decisions: their texts are the administrator's, and no request makes them longer.
    static let policies = 64 << 10
}

extension SignInLogEntry {
    /// The entry as a store keeps it: every text that may come from a request is cut.
    package var bounded: SignInLogEntry {
        var entry = self
        entry.forEachText { text in text = text?.cut(toBytes: SignInLogLimits.text) }
        entry.scopes = Self.bounded(scopes)
        if let policies, policies.utf8.count > SignInLogLimits.policies { entry.policies = Self.bounded(policies) }
        return entry
    }

    /// The size that is counted: that of the texts, and an upper bound for the rest of an entry.
    package var size: Int64 {
        var size = scopes.reduce(policies?.utf8.count ?? 0) { $0 + $1.utf8.count + 1 }
        var entry = self
        entry.forEachText { text in size += text?.utf8.count ?? 0 }
        return Int64(size + event.utf8.count + 64)
    }

    /// Calls a function with each text that may come from a request. Key paths would copy the entry for each of them.
    private mutating func forEachText(_ body: (inout String?) -> Void) {
        body(&clientID)
        body(&redirectURI)
        body(&user)
        body(&tenantID)
        body(&resource)
        body(&correlationID)
        body(&detail)
        body(&callerBundleID)
        body(&callerAssurance)
        body(&deviceID)
    }

    private static func bounded(_ scopes: [String]) -> [String] {
        var kept: [String] = []
        var size = 0
        for scope in scopes {
            // The last scope that is kept is cut, which shows that there were more.
            let cut = scope.cut(toBytes: max(SignInLogLimits.text - size, 3))
            kept.append(cut)
            size += cut.utf8.count + 1
            if size + 3 > SignInLogLimits.text || cut != scope { break }
        }
        return kept
    }

    /// The first decisions, up to the limit.
    private static func bounded(_ policies: String) -> String? {
        guard let decisions = (try? JSONValue(parsing: policies))?.arrayValue else { return nil }
        var size = 2
        let kept = decisions.prefix { decision in
            size += decision.text().utf8.count + 1
            return size <= SignInLogLimits.policies
        }
        return JSONValue.array(Array(kept)).text()
    }
}

extension String {
    /// The text, or as much of its beginning as fits together with an ellipsis; no character's encoding is cut.
    func cut(toBytes most: Int) -> String {
        guard utf8.count > most else { return self }
        let ellipsis = "…"
        var end = utf8.index(startIndex, offsetBy: max(most - ellipsis.utf8.count, 0))
        // Bytes of the form 10xxxxxx continue a character that began before them.
        while end > startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
        return String(self[..<end]) + ellipsis
    }
}
