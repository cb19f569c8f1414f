/// An entity of a kind that this version does not know; it is kept as it is.
public struct UnknownEntity: Sendable {
    /// Its kind.
    public let kind: CredentialKind
    /// Its identity.
    public let key: CredentialKey
    /// All of its members, and its secret if it has one.
    public let contents: CredentialContents

    /// Makes an entity of its parts.
    public init(kind: CredentialKind, key: CredentialKey, contents: CredentialContents) {
        self.kind = kind
        self.key = key
        self.contents = contents
    }
}
