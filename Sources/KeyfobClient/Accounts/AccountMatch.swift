import KeyfobCache
package import KeyfobCore
package import KeyfobJOSE

/// Whether the account that signed in is the requested one.
package enum AccountMatch {
    /// Compares identifiers without regard to letter case. At B2C each policy makes another identifier for one user
    /// (`oid-policy.tenant`), so the policy is ignored.
    static func isSame(_ requested: String, _ returned: String) -> Bool {
        let requested = requested.lowercased()
        let returned = returned.lowercased()
        if requested == returned { return true }
        guard let left = B2CIdentifier(requested), let right = B2CIdentifier(returned) else { return false }
        return left.objectID == right.objectID && left.tenantID == right.tenantID
    }

    /// - Throws: `accountMismatch` if the two are not the same.
    package static func check(requested: String, returned: String) throws(AuthError) {
        guard isSame(requested, returned) else { throw mismatch }
    }

    /// Checks a response without `client_info`: the signed claims must not name another user.
    package static func check(requested: String, token: IDToken) throws(AuthError) {
        guard HomeAccountRule.relation(of: requested, to: token.claims) != .other else { throw mismatch }
    }

    /// Checks that the user of a name is still one of the same home tenant: a name in a token of another tenant proves
    /// nothing, while a tenant that deletes a user may give the name to the successor.
    package static func checkTenant(requested: String, returned: String) throws(AuthError) {
        guard tenant(of: requested) == tenant(of: returned) else { throw mismatch }
    }

    private static func tenant(of identifier: String) -> String {
        String(identifier[(identifier.lastIndex(of: ".") ?? identifier.startIndex)...]).lowercased()
    }

    /// Checks an account that ADAL stored without an identifier: by its object id in a tenant, else by its name.
    package static func check(requested: Account, returned: Account) throws(AuthError) {
        guard requested.knownIdentifier != nil || ADALCacheRules.successor(of: requested, in: [returned]) != nil else {
            throw mismatch
        }
    }

    private static var mismatch: AuthError {
        AuthError(
            .accountMismatch, origin: .server,
            message: "Another account signed in than the requested one.",
            remedy: "Sign in with the account that the app requested, or request no particular account.")
    }
}

/// The parts of a B2C account's identifier, `OID-POLICY.TENANT`, the object id being a UUID.
struct B2CIdentifier {
    let objectID: Substring
    let policy: Substring
    let tenantID: Substring

    init?(_ identifier: String) {
        guard let dot = identifier.lastIndex(of: ".") else { return nil }
        let uid = identifier[..<dot]
        guard let hyphen = uid.index(uid.startIndex, offsetBy: 36, limitedBy: uid.endIndex), hyphen < uid.endIndex,
            uid[hyphen] == "-", uid.index(after: hyphen) < uid.endIndex
        else { return nil }
        let objectID = uid[..<hyphen]
        let groups = objectID.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.count) == [8, 4, 4, 4, 12], groups.joined().allSatisfy(\.isHexDigit) else { return nil }
        self.objectID = objectID
        policy = uid[uid.index(after: hyphen)...]
        tenantID = identifier[identifier.index(after: dot)...]
    }

    /// The identifier of the same user under another policy.
    func with(policy: String) -> String { "\(objectID)-\(policy).\(tenantID)" }
}
