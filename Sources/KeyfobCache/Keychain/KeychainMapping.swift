/// The unified schema in a keychain, with IdentityCore's layout: one item for each entity, whose value is the entity as
/// JSON.
///
/// Unknown data is kept: members in ``CredentialContents``, kinds as ``UnknownEntity``; items of other programs are not
/// touched.
package enum KeychainMapping {
    /// The `secret` of a credential that is marked as deleted.
    static let tombstone = "<tombstone>"
}
