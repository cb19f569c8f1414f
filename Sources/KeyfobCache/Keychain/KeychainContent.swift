/// The meaning of a keychain item for the credential store.
package enum KeychainContent: Sendable {
    /// An entity.
    case entity(CredentialEntity)
    /// A credential that a version of ADAL marked as deleted: it counts as absent.
    case tombstone
    /// The metadata of a client's accounts.
    case accountMetadata(KeychainAccountMetadata)
    /// Whether a family's refresh token is stored once, as a `FamilyRefreshToken`.
    case singleFamilyTokenSwitch(Bool)
    /// An item of another program, or a damaged one, which is neither read nor written.
    case foreign
}
