import KeyfobCache
import KeyfobCore

/// Fails the running check unless two entities have the same members.
func requireSame(_ found: CredentialEntity, _ written: CredentialEntity) throws {
    try require(found.kind == written.kind, "the kind \(written.kind)")
    try require(try found.contents.open() == written.contents.open(), "the contents of \(written.kind)")
    switch (found, written) {
    case (.accessToken(let one), .accessToken(let two)):
        let times = [one.cachedAt, one.expiresOn, one.extendedExpiresOn, one.refreshOn ?? 0]
        try require(
            times == [two.cachedAt, two.expiresOn, two.extendedExpiresOn, two.refreshOn ?? 0], "the token's times")
        // Their order means nothing (RFC 6749 section 3.3), and the shared cache's format has its own.
        try require(one.scopes.values.sorted() == two.scopes.values.sorted(), "the scopes in their spelling")
        try require(
            [one.environment, one.clientID, one.realm, one.tokenType, one.requestedClaims ?? ""]
                == [two.environment, two.clientID, two.realm, two.tokenType, two.requestedClaims ?? ""],
            "the token's members")
    case (.refreshToken(let one), .refreshToken(let two)):
        try require(
            [one.environment, one.clientID, one.familyID] == [two.environment, two.clientID, two.familyID],
            "the refresh token's members")
    case (.account(let one), .account(let two)):
        try require(
            [one.environment, one.realm, one.localAccountID, one.username, one.authorityType]
                == [two.environment, two.realm, two.localAccountID, two.username, two.authorityType],
            "the user's members")
    case (.signInState(let one), .signInState(let two)):
        try require(
            one.app == two.app && one.clientID == two.clientID && one.state == two.state, "the state's members")
    default: break
    }
}
