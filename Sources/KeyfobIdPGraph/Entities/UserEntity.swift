import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel

extension GraphSession {
    /// A user of the tenant.
    func entity(_ user: User) -> GraphEntity { tenant.entity(user) }
}

extension Tenant {
    /// A user of the tenant.
    func entity(_ user: User) -> GraphEntity {
        var members = user.furtherMembers.flatMap { try? JSONValue(parsing: $0).objectValue } ?? [:]
        let isGuest = user.homeUserID != nil
        members["displayName"] = .string(user.displayName)
        members["givenName"] = user.givenName.map { .string($0) }
        members["surname"] = user.familyName.map { .string($0) }
        members["mail"] = user.mail.map { .string($0) }
        members["userPrincipalName"] = .string(user.userPrincipalName)
        members["accountEnabled"] = .bool(user.isEnabled)
        members["userType"] = members["userType"] ?? (isGuest ? "Guest" : "Member")
        members["mailNickname"] =
            members["mailNickname"] ?? .string(String(user.userPrincipalName.prefix { $0 != "@" }))
        members["createdDateTime"] = user.createdAt.map { .string(GraphTime.text($0)) }
        members["signInSessionsValidFromDateTime"] = .string(
            GraphTime.text(max(user.tokensValidFrom, user.createdAt ?? 0)))
        members["proxyAddresses"] = user.mail.map { [.string("SMTP:\($0)")] } ?? []
        members["identities"] = [
            [
                "signInType": "userPrincipalName", "issuer": .string(domains.first ?? id),
                "issuerAssignedId": .string(user.userPrincipalName),
            ]
        ]
        members["authorizationInfo"] = ["certificateUserIds": .strings(user.certificateUserIDs ?? [])]
        members["securityIdentifier"] = .string(SecurityIdentifier.of(user.objectID))
        if isGuest {
            members["creationType"] = "Invitation"
            members["externalUserState"] = members["externalUserState"] ?? "Accepted"
        }
        return GraphEntity(.user, id: user.objectID, members)
    }
}

/// The security identifier of an object of Entra ID: `S-1-12-1-` and the four words of its GUID as Windows stores it.
enum SecurityIdentifier {
    static func of(_ objectID: String) -> String {
        let digits = objectID.filter { $0 != "-" }
        guard digits.utf8.count == 32 else { return "" }
        let bytes = stride(from: 0, to: 32, by: 2).map { start in
            UInt8(digits.dropFirst(start).prefix(2), radix: 16) ?? 0
        }
        // The first three fields of a GUID are little-endian.
        let order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15].map { bytes[$0] }
        let words = stride(from: 0, to: 16, by: 4).map { start in
            (0..<4).reduce(UInt32(0)) { $0 | UInt32(order[start + $1]) << (8 * UInt32($1)) }
        }
        return "S-1-12-1-" + words.map { String($0) }.joined(separator: "-")
    }
}
