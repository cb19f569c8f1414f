package import KeyfobCore

/// Whether the home account that unsigned text names (`client_info`, the members of a broker's response, the columns of
/// a shared cache) is the user of the ID token beside it.
///
/// The signed claims decide. In the home tenant the user's object there (`oid`) is the `uid`. In another tenant, where
/// the user is a guest with another object, the claims `home_oid` and `home_tid` name the home account. Microsoft's
/// platform issues them to some clients only; without them the tenant in `idp` can contradict the text, but nothing
/// signed confirms it.
package enum HomeAccountRule {
    /// How a home account and the user of an ID token relate.
    package enum Relation: Sendable, Hashable {
        /// The signed claims name this home account.
        case same
        /// The signed claims name another user.
        case other
        /// The signed claims do not name the home account.
        case unproven
    }

    /// Compares a home account with the claims of an ID token.
    ///
    /// - Parameters:
    ///   - user: `uid`, in any letter case; at B2C with the policy after the object id.
    ///   - tenant: `utid`.
    ///   - claims: the claims of the ID token.
    package static func relation(
        user: String, tenant: String, to claims: [String: JSONValue]
    ) -> Relation {
        let user = user.lowercased()
        let tenant = tenant.lowercased()
        if let homeUser = claims.text("home_oid"), let homeTenant = claims.text("home_tid") {
            return user == homeUser && tenant == homeTenant ? .same : .other
        }
        guard let issuing = claims.text("tid") ?? tenantID(ofIssuer: claims.text("iss")) else { return .unproven }
        guard issuing == tenant else {
            guard let home = homeTenantID(ofProvider: claims.text("idp")) else { return .unproven }
            return home == tenant ? .unproven : .other
        }
        // At B2C `oid` may be missing, and the subject is the object id then.
        guard let object = claims.text("oid") ?? claims.text("sub").flatMap({ GUID.isOne($0) ? $0 : nil }) else {
            return .unproven
        }
        guard user != object else { return .same }
        guard user.hasPrefix("\(object)-") else { return .other }
        let policy = user.dropFirst(object.count + 1)
        return claims.text("tfp").map { $0 == policy } ?? true ? .same : .other
    }

    /// Compares the home account in `client_info` with the claims of an ID token.
    package static func relation(of info: ClientInfo, to claims: [String: JSONValue]) -> Relation {
        relation(user: info.uid, tenant: info.utid.isEmpty ? info.uid : info.utid, to: claims)
    }

    /// Compares a home account with the claims of an ID token.
    ///
    /// - Parameter homeAccountID: `uid.utid`; an identifier without a dot is of a provider without home tenants.
    package static func relation(of homeAccountID: String, to claims: [String: JSONValue]) -> Relation {
        guard let dot = homeAccountID.lastIndex(of: ".") else { return .unproven }
        return relation(
            user: String(homeAccountID[..<dot]), tenant: String(homeAccountID[homeAccountID.index(after: dot)...]),
            to: claims)
    }

    /// The tenant in the issuer of B2C: `https://HOST/TENANT-ID/v2.0/`, or `https://HOST/tfp/TENANT-ID/POLICY/v2.0/`.
    private static func tenantID(ofIssuer issuer: String?) -> String? {
        issuer?.split(separator: "/").lazy.map(String.init).first(where: GUID.isOne)
    }

    /// The home tenant in `idp`: `https://sts.windows.net/TENANT-ID/`, or `live.com` for personal accounts. nil for any
    /// other provider, whose users have no home tenant at the platform.
    private static func homeTenantID(ofProvider provider: String?) -> String? {
        provider == "live.com" ? Authority.personalAccountsTenant : tenantID(ofIssuer: provider)
    }
}

/// The form of tenant and object ids.
private enum GUID {
    static func isOne(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.map(\.count) == [8, 4, 4, 4, 12]
            && parts.allSatisfy { $0.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) } }
    }
}

extension [String: JSONValue] {
    /// The text of a claim in lower case; nil if it is missing or empty.
    fileprivate func text(_ name: String) -> String? {
        self[name]?.stringValue.flatMap { $0.isEmpty ? nil : $0.lowercased() }
    }
}
