import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth

/// What a broker says, under a key of the device's, of the app that asks it. Anywhere else the claim is not read.
enum CallerAssertion {
    /// Reads the claim, where no registration is asked about yet.
    ///
    /// - Throws: ``OAuthError`` 50027 if it is malformed.
    static func read(_ claim: JSONValue?) throws(OAuthError) -> CallerIdentity? {
        guard let claim else { return nil }
        guard let caller = CallerIdentity(claim: claim), caller.bundleID.utf8.count <= 256 else {
            throw OAuthError(50027, ["detail": "the claim \(DeviceDialect.callerClaim) is malformed"])
        }
        return caller
    }

    /// Compares the app that asks with the registration.
    ///
    /// Where the registration has bundle ids, which its redirect URIs of a broker's form hold, the redirect URI's own
    /// has to be the caller's, and the broker has to know the caller by more than its word. A broker that does not know
    /// who asks says nothing: then the answer still goes to that redirect URI alone.
    ///
    /// - Parameters:
    ///   - claim: the claim as it came; nil if there is none.
    ///   - client: the registration of the app in whose name it is asked.
    ///   - redirectURI: that app's redirect URI, which is registered.
    /// - Throws: ``OAuthError`` 50011 if they do not fit, with the pair for the log; 50027 if the claim is malformed.
    static func check(
        _ claim: JSONValue?, client: Application, redirectURI: String?
    ) throws(OAuthError) -> CallerIdentity? {
        guard let caller = try read(claim) else { return nil }
        let registered = Set(client.redirectURIs.all.compactMap { BrokerRedirectForm($0)?.bundleID })
        guard !registered.isEmpty else { return caller }
        let owner = redirectURI.flatMap { BrokerRedirectForm(BrokerRedirectForm.unwrapped($0)) }?.bundleID
        let isOwner = owner?.utf8.elementsEqual(caller.bundleID.utf8) ?? false
        guard caller.assurance != .claimed, isOwner else {
            let why = caller.assurance == .claimed ? "only by its own word" : "by \(caller.assurance.rawValue)"
            throw OAuthError(
                50011,
                [
                    "redirect_uri": String((redirectURI ?? "none").prefix(512)), "app": client.appID,
                    "caller": caller.bundleID, "assurance": caller.assurance.rawValue,
                ],
                detail: "the app that asks is '\(caller.bundleID)', known \(why); the redirect URI belongs to "
                    + "'\(owner ?? "no app")'")
        }
        return caller
    }
}

extension SignInEvidence {
    /// This evidence with who asked the broker.
    func asked(by caller: CallerIdentity?) -> SignInEvidence {
        var evidence = self
        evidence.callerBundleID = caller?.bundleID
        evidence.callerAssurance = caller?.assurance.rawValue
        return evidence
    }
}
