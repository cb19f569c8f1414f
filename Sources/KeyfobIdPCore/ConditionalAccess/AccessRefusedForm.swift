import KeyfobOAuth

/// `POST /common/access`: back to the app, or once more, for something may have changed meanwhile.
enum AccessRefusedForm {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        let form = try context.form()
        var attempt = try await PendingForm.attempt(form, context)
        attempt.acknowledgesRefusal = form["action"] == "back"
        return try await SignInDispatcher.proceed(attempt, context)
    }
}
