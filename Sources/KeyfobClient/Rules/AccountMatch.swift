import KeyfobCache
import KeyfobCore

/// Whether the account that a server signed in is the one that was asked for.
enum AccountMatch {
    /// Identifiers are equal without regard to letter case; and for B2C, where each policy makes another identifier
    /// of one person (`oid-policy.tenant`), what stands before the policy is.
    static func isSame(_ requested: String, _ returned: String) -> Bool {
        let requested = requested.lowercased()
        let returned = returned.lowercased()
        if requested == returned { return true }
        guard let left = B2CIdentifier(requested), let right = B2CIdentifier(returned) else { return false }
        return left.objectID == right.objectID && left.tenantID == right.tenantID
    }

    /// - Throws: `accountMismatch` if the two are not the same.
    static func check(requested: String, returned: String) throws(AuthError) {
        guard isSame(requested, returned) else { throw mismatch }
    }

    /// The same for an account that ADAL kept without an identifier: its object in a tenant tells, else its name.
    static func check(requested: Account, returned: Account) throws(AuthError) {
        guard requested.knownIdentifier != nil || LegacyRules.successor(of: requested, in: [returned]) != nil else {
            throw mismatch
        }
    }

    private static var mismatch: AuthError {
        AuthError(
            .accountMismatch, origin: .server,
            message: "Another account signed in than the one that was asked for.",
            remedy: "Sign in with the account that the app asked for, or ask for no particular account.")
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

    /// The identifier of the same person under another policy.
    func with(policy: String) -> String { "\(objectID)-\(policy).\(tenantID)" }
}
