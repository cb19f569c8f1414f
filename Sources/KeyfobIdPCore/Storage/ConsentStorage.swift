/// Consents, by user and client.
public protocol ConsentStorage {
    /// What a user has allowed a client, one element an API.
    func consents(tenantID: String, userID: String, clientID: String) throws -> [Consent]
    /// Adds or replaces a consent by everything but its scopes; one that neither grants nor refuses is removed.
    func put(_ consent: Consent) throws
}
