/// The unified schema in a keychain, as IdentityCore lays it out: one item for each entity, its value the entity as
/// JSON.
///
/// What is not understood survives: members by ``CredentialContents``, kinds as ``UnknownEntity``, other programs'
/// items by being left alone.
public enum KeychainMapping {
    /// The `secret` of a credential that counts as deleted.
    static let tombstone = "<tombstone>"
}
