import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// A broker's assertion about the app that calls it, under a key of the device. It is read nowhere else.
enum CallerAssertion {
    /// Reads the claim, where there is no registration to compare it with yet.
    ///
    /// - Throws: ``OAuthError`` 50027 if it is malformed.
    static func read(_ claim: JSONValue?) throws(OAuthError) -> CallerIdentity? {
        guard let claim else { return nil }
        guard let caller = CallerIdentity(claim: claim), caller.bundleID.utf8.count <= 256 else {
            throw OAuthError(50027, ["detail": "the claim \(DeviceDialect.callerClaim) is malformed"])
        }
        return caller
    }

    /// Compares the calling app with the registration.
    ///
    /// If the registration has bundle ids, which are in its redirect URIs of a broker's form, that of the redirect URI
    /// must be the caller's, and the broker must have verified the caller. A broker that cannot identify its caller
    /// sends no claim: then the response is still sent to that redirect URI only.
    ///
    /// - Parameters:
    ///   - claim: the claim as received; nil if there is none.
    ///   - client: the registration of the app for which the broker requests tokens.
    ///   - redirectURI: that app's redirect URI, which is registered.
    /// - Throws: ``OAuthError`` 50011 if they do not match, with the pair for the log; 50027 if the claim is malformed.
    static func check(
        _ claim: JSONValue?, client: Application, redirectURI: String?
    ) throws(OAuthError) -> CallerIdentity? {
        guard let caller = try read(claim) else { return nil }
        let registered = Set(client.redirectURIs.all.compactMap { BrokerRedirectForm($0)?.bundleID })
        guard !registered.isEmpty else { return caller }
        let owner = redirectURI.flatMap { BrokerRedirectForm(BrokerRedirectForm.unwrapped($0)) }?.bundleID
        let isOwner = owner?.utf8.elementsEqual(caller.bundleID.utf8) ?? false
        guard caller.assurance != .claimed, isOwner else {
            let why = caller.assurance == .claimed ? "only by its own claim" : "by \(caller.assurance.rawValue)"
            throw OAuthError(
                50011,
                [
                    "redirect_uri": String((redirectURI ?? "none").prefix(512)), "app": client.appID,
                    "caller": caller.bundleID, "assurance": caller.assurance.rawValue,
                ],
                detail: "the calling app is '\(caller.bundleID)', known \(why); the redirect URI belongs to "
                    + "'\(owner ?? "no app")'")
        }
        return caller
    }
}

extension SignInEvidence {
    /// This evidence with the broker's caller.
    func asked(by caller: CallerIdentity?) -> SignInEvidence {
        var evidence = self
        evidence.callerBundleID = caller?.bundleID
        evidence.callerAssurance = caller?.assurance.rawValue
        return evidence
    }
}
