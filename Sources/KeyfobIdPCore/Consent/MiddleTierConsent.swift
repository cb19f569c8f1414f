import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// Consent to an API in the middle together with its client (`knownClientApplications`): the API later exchanges the
/// client's tokens on behalf of the user, and has no page of its own.
struct MiddleTierConsent: Sendable {
    /// The API in the middle.
    let api: Application
    /// The permissions that it declares and that the user has not granted to it.
    let items: [MissingConsent.Item]

    /// The consents that a request includes: for each of its APIs that names the client, and of which the client
    /// requests all declared permissions (`.default`).
    static func missing(
        _ access: RequestedAccess, client: Application, user: User, in directory: Directory,
        _ transaction: any IdPTransaction
    ) throws -> [MiddleTierConsent] {
        var out: [MiddleTierConsent] = []
        for requested in access.apis where requested.isStatic {
            let api = requested.application
            guard api.knownClientApplications?.contains(client.appID) == true else { continue }
            let permissions = try GrantedPermissions(user: user, client: api, in: transaction)
            let declared = RequestedAccess(openID: [], apis: ConsentRules.declared(by: api, in: directory))
            let items = ConsentRules.missing(declared, permissions, everything: false, in: directory).items
            if !items.isEmpty { out.append(MiddleTierConsent(api: api, items: items)) }
        }
        return out
    }

    /// Records the consent.
    ///
    /// - Parameter userID: the owner of the consent: a user's object id, or `Consent.everyone`.
    func record(tenantID: String, userID: String, in transaction: any IdPTransaction) throws {
        try ConsentRules.record(items, openID: [], access: (tenantID, userID, api.appID), in: transaction)
    }
}
