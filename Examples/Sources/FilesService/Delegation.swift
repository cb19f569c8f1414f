import Keyfob

/// The user who signed the service in, and tokens in that user's name.
actor Delegation {
    private let application: PublicClientApplication
    private let scopes: ScopeSet
    private let announce: @Sendable (String) -> Void
    private var pending: (prompt: DeviceCodePrompt, flow: Task<Void, Never>)?

    /// - Parameter announce: gets the outcome of each sign-in, as a sentence.
    init(
        application: PublicClientApplication, scopes: ScopeSet, announce: @escaping @Sendable (String) -> Void
    ) {
        self.application = application
        self.scopes = scopes
        self.announce = announce
    }

    /// A token for the API: from the cache, or by a refresh, never by a prompt.
    func token() async throws(AuthError) -> TokenResult {
        guard let account = try application.accounts().first else {
            throw AuthError(
                .interactionRequired, origin: .app, message: "No user is signed in.", remedy: "Open /sign-in.")
        }
        return try await application.acquireTokenSilent(SilentParameters(scopes: scopes, account: account))
    }

    /// The steps that sign the service in. While a code is valid, further calls return the same code.
    func signInMessage() async throws(AuthError) -> String {
        if let pending { return pending.prompt.message }
        let prompts = AsyncStream.makeStream(of: Result<DeviceCodePrompt, AuthError>.self)
        let flow = Task { [application, scopes] in
            do throws(AuthError) {
                let result = try await application.acquireTokenByDeviceCode(DeviceCodeParameters(scopes: scopes)) {
                    prompts.continuation.yield(.success($0))
                }
                flowEnded("Signed in as \(result.account.username ?? result.account.identifier).")
            } catch {
                prompts.continuation.yield(.failure(error))
                flowEnded("The sign-in failed. \(error.message)")
            }
        }
        for await prompt in prompts.stream {
            let prompt = try prompt.get()
            pending = (prompt, flow)
            return prompt.message
        }
        throw AuthError.configuration("The sign-in ended before it began.")
    }

    /// Signs the service out; the user's other apps keep their sign-in.
    func signOut() async throws(AuthError) {
        pending?.flow.cancel()
        pending = nil
        for account in try application.accounts() { try await application.removeAccount(account) }
    }

    private func flowEnded(_ outcome: String) {
        pending = nil
        announce(outcome)
    }
}
