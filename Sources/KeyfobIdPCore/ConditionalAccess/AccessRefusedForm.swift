import KeyfobOAuth

/// `POST /common/access`: returns to the app, or tries again, because the policies may be satisfied by now.
enum AccessRefusedForm {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        let form = try context.form()
        var attempt = try await PendingForm.attempt(form, context)
        attempt.acknowledgesRefusal = form["action"] == "back"
        return try await SignInDispatcher.proceed(attempt, context)
    }
}
