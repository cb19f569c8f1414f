import KeyfobOAuth

/// The steps of each endpoint, in order: A at authorize, D at devicecode, C at adminconsent, S at saml2.
enum AuthorizationSteps {
    private static let A: Set<Endpoint> = [.authorize]
    private static let C: Set<Endpoint> = [.adminconsent]
    private static let AC: Set<Endpoint> = [.authorize, .adminconsent]
    private static let AD: Set<Endpoint> = [.authorize, .devicecode]
    private static let S: Set<Endpoint> = [.saml]
    private static let ADCS: Set<Endpoint> = [.authorize, .devicecode, .adminconsent, .saml]

    private static let table: [(step: any AuthorizationStep.Type, at: Set<Endpoint>)] = [
        (DirectoryKept.self, ADCS),
        (ClientKnown.self, ADCS),
        (ClientAudience.self, ADCS),
        (RedirectRegistered.self, AC),
        (ResponseTypeSupported.self, A),
        (ResponseModeSupported.self, A),
        (ChallengePresent.self, A),
        (PromptKnown.self, A),
        (ClaimsKnown.self, A),
        (ScopesKnown.self, AD),
        (DeclaredScopes.self, C),
        (ConsumerRegistered.self, S),
        (ForcedIsNotPassive.self, S),
        (ServiceAccessed.self, S),
    ]

    /// Runs the steps of an endpoint.
    ///
    /// - Throws: ``OAuthError`` while errors are shown as a page, ``RedirectedError`` once they go to the client.
    static func run(_ draft: inout AuthorizationDraft, at endpoint: Endpoint, _ directory: Directory) throws {
        for row in table where row.at.contains(endpoint) {
            do {
                try row.step.check(&draft, directory)
            } catch {
                guard let reply = draft.reply else { throw error }
                throw RedirectedError(
                    error: error, reply: reply, clientID: draft.request.clientID, dialect: draft.dialect)
            }
        }
    }
}

/// Stores the directory, with which the pages' forms are checked later in the same request.
enum DirectoryKept: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        draft.directory = directory
    }
}
