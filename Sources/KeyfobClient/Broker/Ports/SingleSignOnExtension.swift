/// The port to the operating system's single sign-on extension: `ASAuthorizationSingleSignOnProvider` and a controller for
/// it. The system tells the extension which app asks.
public protocol SingleSignOnExtension: Sendable {
    /// Whether an extension answers for an identity provider's address.
    func isAvailable(for url: String) async -> Bool

    /// Asks the extension.
    ///
    /// - Parameters:
    ///   - operation: its name (`requestedOperation`): see `SingleSignOnOperation`.
    ///   - options: names and texts (`authorizationOptions`).
    ///   - url: the identity provider's address.
    ///   - mayAskPerson: whether the extension may show something (`isUserInterfaceEnabled`).
    /// - Returns: names and texts, the header fields of the extension's answer.
    /// - Throws: ``SingleSignOnFailure``. A cancelled task cancels the request.
    func perform(
        _ operation: String, options: [String: String], at url: String, mayAskPerson: Bool
    ) async throws(SingleSignOnFailure) -> [String: String]
}

/// Why the single sign-on extension gave no answer (`ASAuthorizationError`).
public enum SingleSignOnFailure: String, Error, Sendable, Hashable, CaseIterable {
    /// There is none, or it does not take this request.
    case notHandled
    /// The person went away, or the task was cancelled.
    case canceled
    /// It would have to show something and may not.
    case needsPerson
    /// It failed.
    case failed
    /// It did not answer in time.
    case timedOut
}
