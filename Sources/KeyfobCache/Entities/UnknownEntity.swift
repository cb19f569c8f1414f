/// An entity of an unknown kind, which is kept unchanged.
public struct UnknownEntity: Sendable {
    /// Its kind.
    public let kind: CredentialKind
    /// Its identity.
    public let key: CredentialKey
    /// All members, and the secret if it has one.
    public let contents: CredentialContents

    /// Makes an entity.
    public init(kind: CredentialKind, key: CredentialKey, contents: CredentialContents) {
        self.kind = kind
        self.key = key
        self.contents = contents
    }
}
