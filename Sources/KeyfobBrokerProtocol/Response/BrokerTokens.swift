package import KeyfobCore

/// The tokens that a broker got for an app, and their metadata. Nothing in it has been validated.
package struct BrokerTokens: Sendable, Hashable {
    /// `access_token`; empty in shared device mode.
    package var accessToken: Secret<String>?
    /// `token_type`
    package var tokenType: String?
    /// `refresh_token`
    package var refreshToken: Secret<String>?
    /// `id_token`
    package var idToken: Secret<String>?
    /// `client_info`
    package var clientInfo: ClientInfo?
    /// `home_account_id`
    package var homeAccountID: String?
    /// `authority`: the one that issued the tokens.
    package var authority: Authority?
    /// `client_id`
    package var clientID: String?
    /// `redirect_uri`
    package var redirectURI: String?
    /// `scope`: the granted scopes.
    package var scopes: ScopeSet?
    /// `resource`: version 2 only.
    package var resource: String?
    /// `expires_on`, in seconds since 1970.
    package var expiresOn: Int64?
    /// `ext_expires_on`, in seconds since 1970.
    package var extendedExpiresOn: Int64?
    /// `refresh_on`, in seconds since 1970.
    package var refreshOn: Int64?
    /// `refresh_in`, in seconds from the arrival of the response; used if ``refreshOn`` is missing.
    package var refreshIn: Int64?
    /// `foci`: the family whose members share the refresh token.
    package var familyID: String?
    /// `user_id`: version 2 only, the user name.
    package var userID: String?
    /// `vt`: version 2 only, whether the access token was checked to be for the requested tenant.
    package var isTenantVerified = false
    /// `spe_info`
    package var specialInfo: String?

    /// Makes an empty set.
    package init() {}
}

extension BrokerTokens {
    init(_ members: BrokerMembers) throws(BrokerMessageError) {
        accessToken = try members.token("access_token")
        tokenType = try members.tokenType("token_type")
        refreshToken = try members.token("refresh_token")
        idToken = try members.token("id_token")
        clientInfo = members["client_info"].flatMap(ClientInfo.init(rawValue:))
        homeAccountID = members["home_account_id"]
        authority = members["authority"].flatMap { try? ReadTexts.authority($0) }
        clientID = members["client_id"]
        redirectURI = members["redirect_uri"]
        scopes = members.scopes("scope")
        resource = members["resource"]
        expiresOn = members.seconds("expires_on")
        extendedExpiresOn = members.seconds("ext_expires_on")
        refreshOn = members.seconds("refresh_on")
        refreshIn = members.seconds("refresh_in")
        familyID = members["foci"]
        userID = members["user_id"]
        isTenantVerified = members["vt"] != nil
        specialInfo = members["spe_info"]
    }

    var members: BrokerMembers {
        var out = BrokerMembers()
        write(to: &out)
        return out
    }

    func write(to out: inout BrokerMembers) {
        out.put("access_token", accessToken?.reveal())
        out.put("token_type", tokenType)
        out.put("refresh_token", refreshToken?.reveal())
        out.put("id_token", idToken?.reveal())
        out.put("client_info", clientInfo?.rawValue)
        out.put("home_account_id", homeAccountID)
        out.put("authority", authority?.description)
        out.put("client_id", clientID)
        out.put("redirect_uri", redirectURI)
        out.put("scope", scopes?.description)
        out.put("resource", resource)
        out.put("expires_on", expiresOn.map { String($0) })
        out.put("ext_expires_on", extendedExpiresOn.map { String($0) })
        out.put("refresh_on", refreshOn.map { String($0) })
        out.put("refresh_in", refreshIn.map { String($0) })
        out.put("foci", familyID)
        out.put("user_id", userID)
        out.put("vt", isTenantVerified ? "YES" : nil)
        out.put("spe_info", specialInfo)
    }

    static let names: Set<String> = [
        "access_token", "token_type", "refresh_token", "id_token", "client_info", "home_account_id", "authority",
        "client_id", "redirect_uri", "scope", "resource", "expires_on", "ext_expires_on", "refresh_on",
        "refresh_in", "foci", "user_id", "vt", "spe_info",
    ]
}
