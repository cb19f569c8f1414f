import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobJOSE
import KeyfobOAuth

extension Acquisition {
    /// The values to store.
    ///
    /// - Parameter known: the user in this tenant as stored, for a response without an id token.
    func saveInput(_ configuration: ClientConfiguration, known: AccountEntity? = nil) -> SaveInput {
        // A refreshed ID token may have fewer claims than that of the sign-in: the name stays.
        let keepsName = flow.authority.kind == .openID && flow.idToken?.preferredUsername == nil
        let stored = keepsName ? known?.username : nil
        return SaveInput(
            flow,
            of: SaveInput.Owner(
                homeAccountID: homeAccountID, environment: flow.storedEnvironment, realm: realm,
                authorityType: flow.authority.kind.storedType,
                localAccountID: flow.response.clientInfo?.uid ?? flow.userInfo?.subject,
                username: stored ?? AccountName.of(flow)),
            access: SaveInput.Access(
                secret: accessToken, tokenType: tokenType, keyID: keyID, scopes: scopes, expiresOn: expiresOn),
            clientID: configuration.clientID, app: configuration.appIdentifier, known: known)
    }

    /// The account that signed in, as far as the response contains it.
    var account: Account {
        let profile = TenantProfile(
            identifier: flow.idToken?.objectID ?? flow.subject ?? "", tenantID: realm,
            isHomeTenant: homeAccountID.hasSuffix(".\(realm.lowercased())") || !homeAccountID.contains("."),
            claims: flow.idToken?.claims)
        return Account(
            identifier: homeAccountID,
            username: AccountName.of(flow), environment: flow.storedEnvironment,
            tenantProfiles: flow.idToken == nil ? [] : [profile])
    }

    /// The result that is returned to the app.
    func result(_ stored: StoredSignIn, source: TokenResult.Source) -> TokenResult {
        let account = stored.account
        var result = TokenResult(
            accessToken: accessToken, idToken: flow.response.idToken, expiresOn: .init(unixSeconds: expiresOn),
            scopes: scopes, account: account,
            tenantProfile: account.tenantProfiles.first { $0.tenantID.lowercased() == realm.lowercased() },
            authority: authority, correlationID: flow.correlationID, tokenType: tokenType, source: source)
        result.storeFailure = stored.failure
        return result
    }
}

/// The outcome of storing a sign-in.
struct StoredSignIn: Sendable {
    /// The account that signed in, as the store has it.
    let account: Account
    /// Why nothing was stored; nil if it was.
    let failure: AuthError.Code?
}
