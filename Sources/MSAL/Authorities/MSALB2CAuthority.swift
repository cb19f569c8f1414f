public import Foundation
import KeyfobCore

/// One policy (user flow) of an Azure AD B2C tenant: `https://HOST/tfp/TENANT/POLICY`.
#if canImport(ObjectiveC)
@objc(MSALB2CAuthority)
@objcMembers
#endif
open class MSALB2CAuthority: MSALAuthority, @unchecked Sendable {
    // Unchecked as `MSALAuthority` is: nothing here changes either.

    override init(_ core: Authority) { super.init(core) }

    /// Reads an address in one of B2C's forms; query and fragment are dropped.
    ///
    /// - Parameter url: `https://HOST/tfp/TENANT/POLICY`, `https://HOST/TENANT/POLICY` or `https://HOST/TENANT?p=POLICY`.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000, if it is not `https`, or names no tenant or no
    ///   policy.
    #if canImport(ObjectiveC)
    @objc(initWithURL:error:)
    #endif
    public init(url: URL) throws {
        try super.init(
            ErrorTranslation.rethrowing { () throws(AuthError) in try .b2c(url.absoluteString) })
    }
}
