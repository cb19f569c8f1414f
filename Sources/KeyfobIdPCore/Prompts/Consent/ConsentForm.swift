import KeyfobBackport
import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// `POST /common/consent`: the user's decision on the consent page.
enum ConsentForm {
    private enum Outcome: Sendable {
        case accepted([MissingConsent.Item])
        case declined(User)
        case tooEarly
    }

    static func accept(_ context: RequestContext) async throws -> PromptForm.Result {
        let (form, ticked) = try Self.form(context)
        var attempt = try await PendingForm.attempt(form, context)
        guard let action = form["action"], action == "accept" || action == "cancel" else {
            throw OAuthError.missing("action")
        }
        let decided = attempt
        let answer = try await context.transaction { transaction -> Outcome in
            guard let homeID = decided.pending.userID, let home = try transaction.user(objectID: homeID),
                let client = decided.draft.client,
                let user = try TenantRules.member(home, decided.draft, in: transaction)
            else { throw OAuthError(50089) }
            try verifySignedIn(home, decided, context, transaction)
            let userID = user.objectID
            // Policies are enforced before the page is shown: a form sent before they are satisfied grants nothing.
            if try policiesHold(home, user, client, decided, context, transaction) == false { return .tooEarly }
            let granting = try GrantedPermissions(user: user, client: client, in: transaction)
            var missing = ConsentRules.missing(
                decided.draft.access, granting, everything: decided.asksEverything, in: context.directory)
            missing.roles = decided.declaredRoles(in: context.directory)
            missing.middle = try MiddleTierConsent.missing(
                decided.draft.access, client: client, user: user, in: context.directory, transaction)
            if let refusal = ConsentAuthority.refusal(missing, user: user, client: client, in: context.directory) {
                throw refusal
            }
            let isAdministrator = ConsentAuthority.isAdministrator(user, in: context.directory)
            if decided.isForEveryone, !isAdministrator { throw OAuthError(90094) }
            let isForEveryone = decided.isForEveryone || (isAdministrator && form["org"] == "1")
            let isPartial = context.directory.tenant(user.tenantID)?.partialConsent ?? false
            let accepted = missing.items.filter { !isPartial || ticked.contains($0.key) }
            let remains =
                !accepted.isEmpty || missing.items.isEmpty
                || ConsentRules.hasGranted(anyOf: decided.draft.access, granting)
            guard action == "accept", remains else { return .declined(user) }
            try ConsentRules.record(
                accepted, openID: missing.openID,
                access: (user.tenantID, isForEveryone ? Consent.everyone : userID, client.appID), in: transaction)
            for consent in missing.middle {
                try consent.record(
                    tenantID: user.tenantID, userID: isForEveryone ? Consent.everyone : userID, in: transaction)
            }
            try DeclaredRoles.grant(missing.roles, to: client, in: user.tenantID, transaction)
            let names =
                accepted.map(\.permission.value) + missing.openID + missing.roles.map(\.role.value)
            let entry = SignInLog.entry(
                .consentGranted, decided, context, user: user, scopes: names,
                detail: isForEveryone ? "for all users of the tenant" : nil)
            try transaction.append([entry])
            return .accepted(accepted)
        }
        switch answer {
        case .declined(let user):
            return .respond(try await SignInCancellation.answer(attempt, user: user, context))
        case .accepted(let items): attempt.accepted = items
        case .tooEarly: break
        }
        return .proceed(attempt)
    }

    /// The form, in which only the checkboxes' name may be repeated.
    private static func form(_ context: RequestContext) throws(OAuthError) -> (FormParameters, ticked: Set<String>) {
        var rest = context.request
        var ticked: Set<String> = []
        var others: [Substring] = []
        let text = String(valid: context.request.body, as: UTF8.self) ?? ""
        for part in text.split(separator: "&") {
            guard part.hasPrefix("scope=") else {
                others.append(part)
                continue
            }
            guard let value = PercentEncoding.decode(part.dropFirst(6)) else {
                throw OAuthError(90023, ["detail": "a scope is malformed"])
            }
            ticked.insert(value)
            guard ticked.count <= context.configuration.limits.scopes else {
                throw InputLimits.refusal("more scopes are ticked than can be requested")
            }
        }
        rest.body = Array(others.joined(separator: "&").utf8)
        return (try context.configuration.limits.form(rest), ticked)
    }

    private static func policiesHold(
        _ home: User, _ user: User, _ client: Application, _ attempt: SignInAttempt, _ context: RequestContext,
        _ transaction: any IdPTransaction
    ) throws -> Bool {
        let session = try attempt.browser.sessionHash.flatMap { try transaction.session(idHash: $0) }
        guard let account = session?.accounts.first(where: { $0.userID == home.objectID }) else { return false }
        let signIn = SignInProgress(attempt: attempt, client: client, context: context, session: session)
        let chosen = ChosenAccount(user: user, home: home, account: account)
        let step = PolicyStep(signIn, chosen)
        guard let findings = try step.findings(in: transaction) else { return true }
        return try step.next(after: findings, in: transaction) == nil
    }

    /// Throws unless the user is still signed in in this browser.
    private static func verifySignedIn(
        _ user: User, _ attempt: SignInAttempt, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws {
        let session = try attempt.browser.sessionHash.flatMap { try transaction.session(idHash: $0) }
        guard user.isEnabled, let session, session.expiresAt >= context.now,
            session.accounts.contains(where: { $0.userID == user.objectID && $0.epoch == user.revocationEpoch })
        else { throw OAuthError(50089, detail: "the account is no longer signed in") }
    }
}
