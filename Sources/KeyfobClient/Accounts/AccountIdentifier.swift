import KeyfobCore
import KeyfobCrypto
import KeyfobFlows
import KeyfobJOSE
import KeyfobOAuth

/// The identifier of an account, made by the kind of its provider. It is not parsed to get tokens.
enum AccountIdentifier {
    /// The identifier of the account that signed in; nil if the response does not contain it.
    ///
    /// The Microsoft identity platform states it: `uid.utid` of `client_info`, for B2C with the policy in `uid`. The flow
    /// has compared it with the signed claims. Without `client_info` it is the object id and tenant of the id token, at
    /// home where the token names them. AD FS and other OpenID providers have neither, so it is the subject.
    static func of(_ flow: FlowResult) -> String? {
        switch flow.authority.kind {
        case .aad, .b2c, .ciam:
            if let info = flow.response.clientInfo { return info.homeAccountID }
            guard let token = flow.idToken else { return nil }
            if let user = token.homeObjectID, let tenant = token.homeTenantID {
                return "\(user).\(tenant)".lowercased()
            }
            let user = token.objectID ?? token.subject
            return "\(user).\(token.tenantID ?? user)".lowercased()
        case .adfs: return flow.idToken?.subject.lowercased()
        case .openID:
            let issuer = flow.idToken?.issuer ?? flow.issuer
            return flow.subject.map { openID(subject: $0, issuer: issuer) }
        }
    }

    /// A subject is unique only together with its issuer, and is case-sensitive (OpenID Connect Core section 5.7),
    /// while identifiers are not: so the identifier also contains a digest of both.
    static func openID(subject: String, issuer: String) -> String {
        let digest = Digest.sha256(Array("\(issuer)\u{0}\(subject)".utf8)).prefix(16)
        return "\(subject.lowercased())-\(Hex.encode(Array(digest)))\(openIDEnding)"
    }

    fileprivate static let openIDEnding = ".openid"
}

/// The user name to show for an account.
enum AccountName {
    /// nil if the response has none: MSAL then writes a sentence in its place, Keyfob nothing.
    static func of(_ flow: FlowResult) -> String? {
        if let info = flow.userInfo { return info.preferredUsername ?? info.email ?? info.name ?? flow.idToken?.name }
        guard let token = flow.idToken else { return nil }
        if let name = token.preferredUsername ?? token.userPrincipalName { return name }
        if let address = token.firstOfEmails ?? token.email { return flow.authority.kind == .aad ? nil : address }
        return flow.authority.kind == .openID ? token.name : nil
    }
}

/// The tenant under which tokens are stored.
enum TenantOfTokens {
    static func of(_ flow: FlowResult) -> String {
        let authority = flow.authority
        let home = flow.response.clientInfo.flatMap { $0.utid.isEmpty ? nil : $0.utid }
        switch authority.kind {
        case .aad, .ciam: return flow.idToken?.tenantID ?? (authority.isMultiTenant ? home : nil) ?? authority.tenant
        // B2C leaves `tid` out.
        case .b2c: return home ?? flow.idToken?.tenantID ?? authority.tenant
        case .adfs, .openID: return authority.tenant
        }
    }
}

extension Authority.Kind {
    /// `authority_type` in the store.
    var storedType: String {
        switch self {
        case .aad, .b2c, .ciam: "MSSTS"
        case .adfs: "ADFS"
        case .openID: "Generic"
        }
    }
}

extension Account {
    /// Whether the account signed in with ``Authority/openID(issuer:)``.
    package var isOfOpenIDProvider: Bool { identifier.hasSuffix(AccountIdentifier.openIDEnding) }

    /// The identifier; nil for an account that only old versions of ADAL stored, until its first silent call.
    package var knownIdentifier: String? { identifier.isEmpty ? nil : identifier }

    /// The name that distinguishes the account in memory and in locks, in lower case.
    package var lookupName: String { (knownIdentifier ?? "name:\(username ?? "")").lowercased() }
}

extension Account {
    /// The account of a sign-in or sign-out, for providers that look it up before they show a page: `login_req` and
    /// `domain_req`, the two halves of the identifier.
    var requestParameters: [(name: String, value: String)] {
        guard let identifier = knownIdentifier, let dot = identifier.lastIndex(of: ".") else { return [] }
        return [
            (ClientFields.userHalf, String(identifier[..<dot])),
            (ClientFields.tenantHalf, String(identifier[identifier.index(after: dot)...])),
        ]
    }
}
