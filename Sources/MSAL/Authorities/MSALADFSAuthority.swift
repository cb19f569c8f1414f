public import Foundation
import KeyfobCore

/// Active Directory Federation Services, which MSAL does not support: an instance cannot be made. Keyfob's
/// `PublicClientApplication` supports it.
#if canImport(ObjectiveC)
@objc(MSALADFSAuthority)
@objcMembers
#endif
open class MSALADFSAuthority: MSALAuthority, @unchecked Sendable {
    // Unchecked as `MSALAuthority` is: nothing here changes either.

    /// Always fails, as in MSAL.
    ///
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000.
    #if canImport(ObjectiveC)
    @objc(initWithURL:error:)
    #endif
    public convenience init(url: URL) throws { throw Self.unsupported }

    static var unsupported: NSError {
        ErrorTranslation.error(
            .internalErrorInvalidParameter,
            "MSAL does not support AD FS authorities. Keyfob's PublicClientApplication does: import Keyfob.")
    }
}
