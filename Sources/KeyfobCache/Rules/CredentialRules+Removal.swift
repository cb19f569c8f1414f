package import KeyfobCore

extension CredentialRules {
    /// Records that an app uses an account; called for every successful token response, including silent ones.
    ///
    /// - Throws: ``AuthError`` of the store.
    package static func markSignedIn(
        homeAccountID: String, clientID: String, app: String, in transaction: any CredentialTransaction
    ) throws(AuthError) {
        var draft = try PartitionDraft(homeAccountID: homeAccountID, in: transaction)
        try write(.signedIn, homeAccountID, clientID, app, &draft)
    }

    /// Removes an account in one app: the app's state becomes `signed_out`, and the client's credentials are deleted
    /// only if no other app of the client is signed in. The family's token, other clients' credentials and the user's
    /// entities stay.
    ///
    /// - Throws: ``AuthError`` of the store.
    package static func signOut(
        homeAccountID: String, clientID: String, app: String, in transaction: any CredentialTransaction
    ) throws(AuthError) {
        var draft = try PartitionDraft(homeAccountID: homeAccountID, in: transaction)
        guard let partition = draft.before else { return }
        try write(.signedOut, homeAccountID, clientID, app, &draft)
        let isUsedByAnotherApp = partition.signInStates.contains {
            $0.clientID.isSameIdentifier(as: clientID) && $0.app != app && $0.state == .signedIn
        }
        guard !isUsedByAnotherApp else { return }
        for token in partition.accessTokens where token.clientID.isSameIdentifier(as: clientID) {
            try draft.delete(.accessToken(token))
        }
        for token in partition.refreshTokens
        where token.familyID == nil && token.clientID.isSameIdentifier(as: clientID) {
            try draft.delete(.refreshToken(token))
        }
        for token in partition.idTokens where token.clientID.isSameIdentifier(as: clientID) {
            try draft.delete(.idToken(token))
        }
    }

    /// Deletes all entities of an account, for every client and app; see the warning in the guide.
    ///
    /// - Throws: ``AuthError`` of the store.
    package static func wipe(
        homeAccountID: String, in transaction: any CredentialTransaction
    ) throws(AuthError) {
        guard !homeAccountID.isEmpty, let partition = try transaction.partition(homeAccountID: homeAccountID) else {
            return
        }
        for entity in partition.entities { try transaction.delete(entity.key) }
    }

    /// Records an app's state, unless it is recorded already.
    static func write(
        _ state: SignInStateEntity.State, _ homeAccountID: String, _ clientID: String, _ app: String,
        _ draft: inout PartitionDraft
    ) throws(AuthError) {
        let old = draft.before?.signInStates.first {
            $0.app == app && $0.clientID.isSameIdentifier(as: clientID)
        }
        guard old?.state != state else { return }
        let unknown = try old?.contents.openUnlessDamaged()?.unknown ?? [:]
        try draft.put(
            .signInState(
                SignInStateEntity(
                    homeAccountID: homeAccountID, clientID: clientID, app: app, state: state,
                    contents: CredentialContents(secret: nil, unknown: unknown))))
    }
}
