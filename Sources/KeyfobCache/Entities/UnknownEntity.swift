/// An entity of an unknown kind, which is kept unchanged.
package struct UnknownEntity: Sendable {
    /// Its kind.
    package let kind: CredentialKind
    /// Its identity.
    package let key: CredentialKey
    /// All members, and the secret if it has one.
    package let contents: CredentialContents

    /// Makes an entity.
    package init(kind: CredentialKind, key: CredentialKey, contents: CredentialContents) {
        self.kind = kind
        self.key = key
        self.contents = contents
    }
}
