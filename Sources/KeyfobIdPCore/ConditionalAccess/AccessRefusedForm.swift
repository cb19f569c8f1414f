import KeyfobOAuth

/// `POST /common/access`: back to the app, or once more, for something may have changed meanwhile.
enum AccessRefusedForm {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        let form = try context.form()
        let (pending, token, browser) = try await PendingForm.load(form, context)
        var attempt = SignInAttempt(
            draft: try AuthorizeEndpoint.draft(of: pending, context), pending: pending, flowToken: token,
            browser: browser)
        attempt.acknowledgesRefusal = form["action"] == "back"
        return try await SignInDispatcher.proceed(attempt, context)
    }
}
