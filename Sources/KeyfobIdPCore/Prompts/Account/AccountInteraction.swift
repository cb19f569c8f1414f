import KeyfobIdPModel
import KeyfobOAuth

/// Determines the account that signs in, from the request, the session and the user's previous steps; requests the
/// password where there is none, and a choice where there are several.
struct AccountInteraction: Interaction {
    var forms: [PromptForm] {
        [
            PromptForm(.post, path: "/common/login", PasswordForm.accept),
            PromptForm(.post, path: "/common/account", AccountForm.accept),
        ]
    }

    func step(_ signIn: inout SignInProgress, in transaction: any IdPTransaction) throws -> SignInStep? {
        let attempt = signIn.attempt
        let signedIn = try accounts(of: signIn.session, draft: attempt.draft, in: transaction)
        switch choose(attempt, signedIn: signedIn, now: signIn.context.now) {
        case .account(let account):
            signIn.chosen = account
            return nil
        case .password(let name): return try PasswordPrompt.step(name: name, signIn, in: transaction)
        case .pick(let users): return .prompt(AccountPickerPrompt(users: users))
        case .fail(let error): return .fail(error)
        }
    }

    private enum Choice {
        case account(ChosenAccount)
        case password(name: String?)
        case pick([User])
        case fail(OAuthError)
    }

    private func accounts(
        of session: BrowserSession?, draft: AuthorizationDraft, in transaction: any IdPTransaction
    ) throws -> [ChosenAccount] {
        try (session?.accounts ?? []).compactMap { account in
            guard let home = try transaction.user(objectID: account.userID), home.isEnabled,
                home.revocationEpoch == account.epoch,
                let user = try TenantRules.member(home, draft, in: transaction)
            else { return nil }
            return ChosenAccount(user: user, home: home, account: account)
        }
    }

    private func choose(_ attempt: SignInAttempt, signedIn: [ChosenAccount], now: Int64) -> Choice {
        let request = attempt.draft.request
        let hints = SignInHints(attempt)
        func fits(_ chosen: ChosenAccount) -> Bool { hints.fit(chosen.home, session: chosen.account.sessionID) }
        func isFresh(_ account: BrowserSession.Account) -> Bool {
            if request.prompt?.wantsCredentials == true { return attempt.pending.authenticatedAt != nil }
            return request.maxAge.map { now - account.authenticatedAt <= Int64($0) } ?? true
        }
        if request.prompt == Prompt.none {
            let candidates = signedIn.filter(fits)
            guard candidates.count == 1, isFresh(candidates[0].account) else {
                let isUnmet = hints.isSessionMissing(among: signedIn.map(\.account.sessionID))
                return .fail(OAuthError(isUnmet ? 16002 : 50058))
            }
            return .account(candidates[0])
        }
        if attempt.pending.wantsOtherAccount { return .password(name: attempt.typedName) }
        if let picked = attempt.pending.userID {
            guard let chosen = signedIn.first(where: { $0.account.userID == picked }) else {
                return .password(name: attempt.typedName)
            }
            guard isFresh(chosen.account) || attempt.pending.authenticatedAt != nil else {
                return .password(name: chosen.home.userPrincipalName)
            }
            guard !hints.excludes(chosen.home) else {
                return .fail(OAuthError(50058, detail: "id_token_hint names another user"))
            }
            return .account(chosen)
        }
        if request.prompt?.wantsCredentials == true || signedIn.isEmpty { return .password(name: request.loginHint) }
        // A device code is never approved without an action of the user (RFC 8628 section 5.4).
        if request.prompt == .selectAccount || attempt.pending.purpose == .device { return .pick(signedIn.map(\.home)) }
        let candidates = signedIn.filter(fits)
        if candidates.isEmpty { return .password(name: request.loginHint) }
        if candidates.count > 1 { return .pick(candidates.map(\.home)) }
        guard isFresh(candidates[0].account) else { return .password(name: candidates[0].home.userPrincipalName) }
        return .account(candidates[0])
    }
}
