/// What Entra ID does with a case, by its documentation. It knows nothing of the provider: two descriptions of one
/// behaviour, of which each finds the other's errors.
enum SignInModel {
    static func expected(_ given: SignInCase) -> SignInOutcome {
        if let number = refusedRequest(given) { return .page([], number: number) }
        var signIn = SignIn(given)
        return signIn.run()
    }

    /// The error of a request whose app does not belong to the address. Nothing is sent to its redirect URI.
    private static func refusedRequest(_ given: SignInCase) -> Int? {
        switch (given.audience, given.endpoint) {
        // AADSTS9002346: an app for personal accounts only is used at /consumers.
        case (.personal, .contoso), (.personal, .fabrikam), (.personal, .common), (.personal, .organizations):
            return 9_002_346
        // AADSTS50194: an app of one tenant names the tenant.
        case (.contoso, .common), (.contoso, .organizations): return 50194
        // AADSTS700016: in another tenant it does not exist.
        case (.contoso, .fabrikam): return 700_016
        // AADSTS9002332: an app for organizations is not used at /consumers.
        case (.contoso, .consumers), (.organizations, .consumers): return 9_002_332
        // AADSTS90027: version 1 issues nothing to personal accounts.
        case (_, .consumers): return given.version == .v1 ? 90027 : nil
        default: return nil
        }
    }

    /// The error of an account that has proved its password, but may not sign in here.
    static func refusedAccount(_ account: SignInCase.Account, _ given: SignInCase) -> Int? {
        // AADSTS50057: the account is disabled, in its home or as a guest.
        if account == .disabled { return 50057 }
        let isPersonal = account == .personal || account == .personalGuest
        switch given.endpoint {
        case .contoso:
            // AADSTS50020: the account is not in the tenant. A guest is, also one with a personal account.
            return account == .stranger || account == .personal ? 50020 : nil
        case .fabrikam:
            if account == .disabledGuest { return 50057 }
            return isPersonal ? 50020 : nil
        // AADSTS500208: the account is of a kind that does not sign in at this address.
        case .consumers: return isPersonal ? nil : 500_208
        case .organizations: return isPersonal ? 500_208 : nil
        case .common:
            guard isPersonal else { return nil }
            // AADSTS90027, as above; and AADSTS500208 for an app of organizations.
            if given.version == .v1 { return 90027 }
            return given.audience == .organizations ? 500_208 : nil
        }
    }
}

/// One sign-in of the model, page by page.
private struct SignIn {
    private enum Who { case user, other }

    private let given: SignInCase
    private var steps: [SignInOutcome.Step] = []
    /// Whether the user has just entered the password.
    private var isFresh = false

    init(_ given: SignInCase) { self.given = given }

    mutating func run() -> SignInOutcome {
        let signedIn = signedIn
        let who: Who
        switch given.prompt {
        case .none:
            // No page: exactly one account has to be signed in, or the app gets login_required.
            guard signedIn.count == 1 else { return .refused([], error: "login_required", number: 50058) }
            who = signedIn[0]
        case .login: who = .user
        case .selectAccount:
            if !signedIn.isEmpty { steps.append(.picker) }
            who = .user
        case .absent, .consent:
            // The only account signs in; of several the user picks one.
            if signedIn.count > 1 { steps.append(.picker) }
            who = signedIn.count == 1 ? signedIn[0] : .user
        }
        if given.prompt == .login || !signedIn.contains(who) {
            steps.append(.credentials)
            isFresh = true
            if let number = SignInModel.refusedAccount(given.account, given) { return .page(steps, number: number) }
        }
        if let refused = policy(who) { return refused }
        // prompt=consent asks again; otherwise a page is shown for what was not granted before.
        if !given.isConsented || given.prompt == .consent {
            if given.prompt == .none { return .refused([], error: "consent_required", number: 65001) }
            steps.append(.consent)
        }
        return .tokens(steps, tokens(who))
    }

    /// The accounts of the browser that count: not expired, and not of a kind or tenant that the request does not admit.
    private var signedIn: [Who] {
        let user = SignInModel.refusedAccount(given.account, given) == nil ? [Who.user] : []
        // The other user is a member of Contoso, and a guest nowhere.
        let isOtherAdmitted = given.endpoint != .fabrikam && given.endpoint != .consumers
        let other = isOtherAdmitted ? [Who.other] : []
        switch given.session {
        case .empty, .expired: return []
        case .same, .stale: return user
        case .other: return other
        case .two: return user + other
        }
    }

    /// The policy of the tenant that issues the tokens; nil if it is met, after the pages by which the user meets it.
    private mutating func policy(_ who: Who) -> SignInOutcome? {
        // Personal accounts have no Conditional Access.
        guard tokens(who).tenant != .personal else { return nil }
        let isSilent = given.prompt == .none
        func silently(_ number: Int) -> SignInOutcome {
            .refused([], error: "interaction_required", number: number)
        }
        switch given.policy {
        case .absent: return nil
        case .factor:
            if isSilent { return silently(50076) }
            steps.append(.secondFactor)
        case .unregisteredFactor:
            if isSilent { return silently(50079) }
            steps.append(.registerFactor)
        case .frequency:
            guard given.session == .stale, who == .user, !isFresh else { return nil }
            if isSilent { return silently(70043) }
            steps.append(.credentials)
        case .block: return isSilent ? silently(53003) : refused(53003)
        case .compliantDevice: return isSilent ? silently(50097) : refused(50097)
        }
        return nil
    }

    /// The user reads why access is refused, and returns to the app. Version 1 has another name for the error.
    private mutating func refused(_ number: Int) -> SignInOutcome {
        steps.append(.refused)
        return .refused(
            steps, error: given.version == .v1 ? "interaction_required" : "invalid_grant", number: number)
    }

    private func tokens(_ who: Who) -> IssuedTokens {
        let account = who == .other ? SignInCase.Account.member : given.account
        let home: IssuedTokens.Tenant =
            switch account {
            case .member, .disabled, .disabledGuest: .contoso
            case .stranger: .fabrikam
            case .personal, .personalGuest: .personal
            }
        // The tenant of the address issues the tokens; where it names none, the account's own.
        let tenant: IssuedTokens.Tenant =
            switch given.endpoint {
            case .contoso: .contoso
            case .fabrikam: .fabrikam
            case .consumers: .personal
            case .common, .organizations: home
            }
        let hasFactor = (given.policy == .factor || given.policy == .unregisteredFactor) && tenant != .personal
        return IssuedTokens(
            isOther: who == .other, tenant: tenant, version: given.version, isGuest: tenant != home,
            hasSecondFactor: hasFactor && given.version == .v1)
    }
}
