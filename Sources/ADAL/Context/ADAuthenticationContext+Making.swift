import Foundation

extension ADAuthenticationContext {
    /// Makes a context whose authority is validated, with the platform's cache and browser.
    ///
    /// - Parameters:
    ///   - authority: `https://HOST/TENANT`, or `https://HOST/adfs`.
    ///   - error: set to 100 if the authority is malformed, or of a kind that ADAL does not support.
    public convenience init?(authority: String, error: ADErrorPointer) {
        self.init(authority: authority, validateAuthority: true, error: error)
    }

    /// Makes a context whose authority is validated, with a keychain group that the suite shares.
    ///
    /// - Parameters:
    ///   - authority: `https://HOST/TENANT`, or `https://HOST/adfs`.
    ///   - sharedGroup: without the team's prefix; nil means the default group.
    ///   - error: set to 100 if the authority is malformed, or of a kind that ADAL does not support.
    public convenience init?(authority: String, sharedGroup: String?, error: ADErrorPointer) {
        self.init(authority: authority, validateAuthority: true, sharedGroup: sharedGroup, error: error)
    }
}
