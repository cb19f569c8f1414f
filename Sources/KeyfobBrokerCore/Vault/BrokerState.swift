import KeyfobCore
import KeyfobOAuth

/// The contents of the vault.
struct BrokerState: Sendable, Equatable {
    /// The accounts, in the order in which they first signed in.
    var accounts: [VaultAccount] = []
    /// The device's registrations, one for each tenant at each host.
    var registrations: [DeviceRegistration] = []
    /// The primary refresh tokens, one for each account.
    var primaryTokens: [PrimaryToken] = []
    /// The user's consents: which app may use which account.
    var consents: Set<AppConsent> = []
    /// The web view's cookies.
    var cookies = CookieJar()
    /// Whether only one account may sign in, and signing out applies to every app.
    var isShared = false
    /// The key that seals application tokens: 32 bytes.
    var applicationTokenKey: Secret<[UInt8]>

    init(applicationTokenKey: Secret<[UInt8]>) { self.applicationTokenKey = applicationTokenKey }

    /// Returns the account with an identifier at a provider.
    func account(_ homeAccountID: String, at environment: String) -> VaultAccount? {
        accounts.first { $0.homeAccountID == homeAccountID.lowercased() && $0.environment == environment }
    }

    /// Returns whether the vault holds an account.
    func holds(_ account: VaultAccount) -> Bool { self.account(account.homeAccountID, at: account.environment) != nil }

    /// Returns the device's registration in an account's home tenant.
    func registration(of account: VaultAccount) -> DeviceRegistration? {
        registrations.first { $0.tenantID == account.tenantID && $0.environment == account.environment }
    }

    /// Returns an account's primary refresh token.
    func primaryToken(of account: VaultAccount) -> PrimaryToken? {
        primaryTokens.first { $0.homeAccountID == account.homeAccountID && $0.environment == account.environment }
    }

    /// Adds an account, or updates it in place.
    mutating func put(_ account: VaultAccount) {
        let isSame = { (other: VaultAccount) in
            other.homeAccountID == account.homeAccountID && other.environment == account.environment
        }
        if let index = accounts.firstIndex(where: isSame) {
            accounts[index] = account
        } else {
            accounts.append(account)
        }
    }

    /// Adds an account, or updates it, if there is room for it: a shared device has one account.
    ///
    /// - Throws: ``AuthError`` with code `accountMismatch` if another one is there.
    mutating func admit(_ account: VaultAccount, isShared shared: Bool) throws(AuthError) {
        if shared { isShared = true }
        guard !isShared || accounts.isEmpty || holds(account) else { throw .sharedDeviceInUse }
        put(account)
    }

    mutating func put(_ registration: DeviceRegistration) {
        registrations.removeAll {
            $0.tenantID == registration.tenantID && $0.environment == registration.environment
        }
        registrations.append(registration)
    }

    mutating func put(_ token: PrimaryToken) {
        primaryTokens.removeAll {
            $0.homeAccountID == token.homeAccountID && $0.environment == token.environment
        }
        primaryTokens.append(token)
    }

    /// Removes an account with all its data; the device stays registered.
    mutating func remove(_ account: VaultAccount) {
        accounts.removeAll { $0.homeAccountID == account.homeAccountID && $0.environment == account.environment }
        primaryTokens.removeAll {
            $0.homeAccountID == account.homeAccountID && $0.environment == account.environment
        }
        consents = consents.filter { !$0.isAbout(account) }
    }
}

extension BrokerState {
    var json: JSONValue {
        [
            "accounts": .array(accounts.map(\.json)), "registrations": .array(registrations.map(\.json)),
            "primary_tokens": .array(primaryTokens.map(\.json)),
            "consents": .array(consents.map(\.json)), "cookies": cookies.json, "shared": .bool(isShared),
            "application_token_key": .string(Base64URL.encode(applicationTokenKey.reveal())),
        ]
    }

    /// Reads the output of ``json``; nil if any part is missing or malformed.
    init?(json: JSONValue) {
        func all<T>(_ name: String, _ read: (JSONValue) -> T?) -> [T]? {
            guard let list = json[name]?.arrayValue else { return nil }
            let values = list.compactMap(read)
            return values.count == list.count ? values : nil
        }
        guard let accounts = all("accounts", VaultAccount.init(json:)),
            let registrations = all("registrations", DeviceRegistration.init(json:)),
            let primaryTokens = all("primary_tokens", PrimaryToken.init(json:)),
            let consents = all("consents", AppConsent.init(json:)), let cookies = json["cookies"],
            let isShared = json["shared"]?.boolValue,
            let key = json["application_token_key"]?.stringValue.flatMap({ Base64URL.decode($0) }), key.count == 32
        else { return nil }
        self.accounts = accounts
        self.registrations = registrations
        self.primaryTokens = primaryTokens
        self.consents = Set(consents.filter(\.isBound))
        self.cookies = CookieJar(json: cookies)
        self.isShared = isShared
        applicationTokenKey = Secret(key)
    }
}

extension AuthError {
    static var sharedDeviceInUse: AuthError {
        AuthError(
            .accountMismatch, origin: .broker,
            message: "This device is shared, and another user is signed in on it.",
            remedy: "Let that user sign out first.")
    }
}
