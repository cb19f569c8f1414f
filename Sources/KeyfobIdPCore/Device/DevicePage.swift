import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// `/common/oauth2/deviceauth`: the page on which a user enters a device's code (RFC 8628 section 3.3).
enum DevicePage {
    static func show(_ context: RequestContext) async throws -> HTTPResponse {
        let typed = (try? context.query())?["user_code"] ?? (try? context.query())?["otc"] ?? ""
        let browser = Browser(context)
        let token = context.random.token()
        var pending = PendingSignIn(
            idHash: TokenHash.of(token), browserHash: browser.hash, purpose: .device, tenantSegment: "common",
            dialect: OAuthDialect.v2.rawValue, parameters: "", correlationID: context.correlationID,
            expiresAt: context.now + context.configuration.pendingSignInLifetime)
        pending.address = context.network
        let begun = pending
        try await context.transaction { try $0.put(begun) }
        return page(token, typed: String(typed.prefix(16)), notice: nil, browser, context)
    }

    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        let form = try context.form()
        let (pending, token, browser) = try await PendingForm.load(form, context)
        guard pending.purpose == .device else { throw OAuthError(50089) }
        guard let typed = form.nonEmpty("user_code") else { throw OAuthError.missing("user_code") }
        let hash = UserCode.hash(typed)
        let entered = try await context.transaction { try enter(hash, pending, context, $0) }
        let device: DeviceCodeGrant
        switch entered {
        case .right(let found): device = found
        case .wrong:
            let notice = PageNotice(
                number: 70018, text: "The code is wrong or has expired. Check it and try again.")
            return page(token, typed: "", notice: notice, browser, context)
        case .tooMany: throw OAuthError(50089, detail: "too many wrong codes were entered on this page")
        case .wait(let seconds):
            var response = try await ErrorResponse.write(
                OAuthError(90055, detail: "too many wrong codes came from this address"), context)
            response.fields.set("Retry-After", String(seconds))
            return response
        }
        var decided = pending
        decided.deviceCodeHash = device.codeHash
        decided.tenantSegment = device.tenantSegment
        decided.dialect = device.dialect
        var parameters = FormParameters([("client_id", device.clientID), ("response_type", "code")])
        parameters.set("scope", device.scopes.joined(separator: " "))
        parameters.set("resource", ifPresent: device.resource)
        decided.parameters = parameters.encoded
        let attempt = SignInAttempt(
            draft: try AuthorizationDraft(of: decided, context), pending: decided, flowToken: token,
            browser: browser)
        return try await SignInDispatcher.proceed(attempt, context)
    }

    private enum Entered: Sendable {
        case right(DeviceCodeGrant)
        case wrong
        case tooMany
        case wait(Int64)
    }

    /// Looks up a code, and counts it if it is wrong.
    private static func enter(
        _ hash: [UInt8], _ pending: PendingSignIn, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws -> Entered {
        // Uses the stored record, and not the one that was read before: each of many simultaneous forms counts.
        guard var stored = try transaction.pendingSignIn(idHash: pending.idHash) else { return .tooMany }
        if let seconds = try UserCodeGuesses.wait(context, transaction) { return .wait(seconds) }
        if let device = try transaction.deviceCode(userCodeHash: hash), device.state == .pending,
            device.expiresAt >= context.now
        {
            return .right(device)
        }
        try UserCodeGuesses.count(context, transaction)
        let count = (stored.wrongUserCodes ?? 0) + 1
        stored.wrongUserCodes = count
        guard count < UserCodeGuesses.mostOnOnePage else {
            try transaction.removePendingSignIn(idHash: pending.idHash)
            return .tooMany
        }
        try transaction.put(stored)
        return .wrong
    }

    private static func page(
        _ token: String, typed: String, notice: PageNotice?, _ browser: Browser, _ context: RequestContext
    ) -> HTTPResponse {
        var response = DeviceCodePage(flow: token, typed: typed, notice: notice).page
            .response(random: context.random)
        if let cookie = browser.newCookie { Cookies.set(Cookies.browser, cookie, in: &response) }
        return response
    }
}
