/// What an item of a keychain is to the credential store.
public enum KeychainContent: Sendable {
    /// An entity.
    case entity(CredentialEntity)
    /// A credential that a version of ADAL marked as deleted: as good as absent.
    case tombstone
    /// What is known of a client's accounts.
    case accountMetadata(KeychainAccountMetadata)
    /// Whether a family's refresh token is kept once, as a `FamilyRefreshToken`.
    case singleFamilyTokenSwitch(Bool)
    /// Another program's, or damaged: it is neither read nor written.
    case foreign
}
