/// Consents, by user and client.
package protocol ConsentStorage {
    /// The permissions that a user has granted to a client, one element for each API.
    func consents(tenantID: String, userID: String, clientID: String) throws -> [Consent]
    /// Adds or replaces a consent by everything but its scopes; one that neither grants nor refuses is removed.
    func put(_ consent: Consent) throws
}
