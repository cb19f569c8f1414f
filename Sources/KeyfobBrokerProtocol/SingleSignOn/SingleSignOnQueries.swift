/// A query for accounts.
package struct SingleSignOnAccountsQuery: Sendable, Hashable {
    /// `client_id`: the client whose accounts are listed; nil for those of every client.
    package var clientID: String?
    /// `family_id`: adds the accounts of the family's members.
    package var familyID: String?
    /// `signed_in_accounts_only`
    package var signedInOnly = true

    /// Makes a query for a client's accounts.
    package init(clientID: String?, familyID: String? = nil, signedInOnly: Bool = true) {
        self.clientID = clientID
        self.familyID = familyID
        self.signedInOnly = signedInOnly
    }

    init(_ members: BrokerMembers) {
        clientID = members["client_id"]
        familyID = members["family_id"]
        signedInOnly = members["signed_in_accounts_only"] == nil || members.flag("signed_in_accounts_only")
    }

    var members: BrokerMembers {
        var out = BrokerMembers()
        out["client_id"] = clientID
        out["family_id"] = familyID
        out["signed_in_accounts_only"] = signedInOnly ? "1" : "0"
        return out
    }
}

/// The account to remove, and how completely.
package struct SingleSignOnRemoval: Sendable, Hashable {
    /// `client_id`
    package var clientID: String
    /// `redirect_uri`
    package var redirectURI: String?
    /// `authority`: the URL of the environment.
    package var authority: String?
    /// `home_account_id`
    package var homeAccountID: String?
    /// `username`
    package var username: String?
    /// `signout_from_browser`
    package var signsOutOfBrowser = false
    /// `clear_sso_extension_cookies`
    package var clearsCookies = false
    /// `wipe_account`
    package var wipesAccount = false
    /// `wipe_cache_all_accounts`
    package var wipesAllAccounts = false

    /// Makes a removal.
    package init(clientID: String, homeAccountID: String?, username: String?) {
        self.clientID = clientID
        self.homeAccountID = homeAccountID
        self.username = username
    }

    init(_ members: BrokerMembers) throws(BrokerMessageError) {
        guard let clientID = members["client_id"] else { throw BrokerMessageError("The request has no client_id.") }
        self.init(
            clientID: clientID, homeAccountID: members["home_account_id"], username: members["username"])
        redirectURI = members["redirect_uri"]
        authority = members["authority"]
        signsOutOfBrowser = members.flag("signout_from_browser")
        clearsCookies = members.flag("clear_sso_extension_cookies")
        wipesAccount = members.flag("wipe_account")
        wipesAllAccounts = members.flag("wipe_cache_all_accounts")
        guard homeAccountID != nil || username != nil || wipesAllAccounts else {
            throw BrokerMessageError("The request names no account.")
        }
    }

    var members: BrokerMembers {
        var out = BrokerMembers()
        out["client_id"] = clientID
        out["redirect_uri"] = redirectURI
        out["authority"] = authority
        out["home_account_id"] = homeAccountID
        out["username"] = username
        out["signout_from_browser"] = signsOutOfBrowser ? "YES" : "NO"
        out["clear_sso_extension_cookies"] = clearsCookies ? "YES" : "NO"
        out["wipe_account"] = wipesAccount ? "YES" : "NO"
        out["wipe_cache_all_accounts"] = wipesAllAccounts ? "YES" : "NO"
        return out
    }
}

/// A query for the credentials that sign a browser in at a URL.
package struct SingleSignOnCookiesQuery: Sendable, Hashable {
    /// `sso_url`: the URL that the browser opens.
    package var url: String
    /// `types_of_header`: the kind of fields, as a number; 0 for both.
    package var kinds = 0
    /// `home_account_id`: the account; nil for all accounts.
    package var homeAccountID: String?

    /// Makes a query.
    package init(url: String, kinds: Int = 0, homeAccountID: String? = nil) {
        self.url = url
        self.kinds = kinds
        self.homeAccountID = homeAccountID
    }

    init(_ members: BrokerMembers) throws(BrokerMessageError) {
        guard let url = members["sso_url"] else { throw BrokerMessageError("The request has no sso_url.") }
        self.init(
            url: url, kinds: Int(members["types_of_header"] ?? "") ?? 0, homeAccountID: members["home_account_id"])
    }

    var members: BrokerMembers {
        var out = BrokerMembers()
        out["sso_url"] = url
        out["types_of_header"] = String(kinds)
        out["home_account_id"] = homeAccountID
        return out
    }
}
