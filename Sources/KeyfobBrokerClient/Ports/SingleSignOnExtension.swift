/// The port to the operating system's single sign-on extension: `ASAuthorizationSingleSignOnProvider` and a controller
/// for it. The system names the calling app to the extension.
package protocol SingleSignOnExtension: Sendable {
    /// Whether an extension is registered for an identity provider's URL.
    func isAvailable(for url: String) async -> Bool

    /// Sends a request to the extension.
    ///
    /// - Parameters:
    ///   - operation: its name (`requestedOperation`): see `SingleSignOnOperation`.
    ///   - options: the request's names and values (`authorizationOptions`).
    ///   - url: the identity provider's URL.
    ///   - mayInteract: whether the extension may show a page (`isUserInterfaceEnabled`).
    /// - Returns: names and values, the header fields of the extension's response.
    /// - Throws: ``SingleSignOnError``. A cancelled task cancels the request.
    func perform(
        _ operation: String, options: [String: String], at url: String, mayInteract: Bool
    ) async throws(SingleSignOnError) -> [String: String]
}

/// Why the single sign-on extension gave no response (`ASAuthorizationError`).
package enum SingleSignOnError: String, Error, Sendable, Hashable, CaseIterable {
    /// There is no extension, or it does not handle this request.
    case notHandled
    /// The user cancelled, or the task was cancelled.
    case canceled
    /// The extension would have to show a page and may not.
    case interactionRequired
    /// It failed.
    case failed
    /// The extension did not respond in time.
    case timedOut
}
