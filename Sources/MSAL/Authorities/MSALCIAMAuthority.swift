public import Foundation
import KeyfobCore

/// A tenant of Microsoft Entra External ID: `https://SUBDOMAIN.ciamlogin.com`.
#if canImport(ObjectiveC)
@objc(MSALCIAMAuthority)
@objcMembers
#endif
open class MSALCIAMAuthority: MSALAuthority, @unchecked Sendable {
    // Unchecked as `MSALAuthority` is: nothing here changes either.

    override init(_ core: Authority) { super.init(core) }

    /// Reads an address; without a path the tenant is `SUBDOMAIN.onmicrosoft.com`.
    ///
    /// - Parameter url: `https://SUBDOMAIN.ciamlogin.com`, with or without `/TENANT`.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000, if the host is another one.
    #if canImport(ObjectiveC)
    @objc(initWithURL:error:)
    #endif
    public init(url: URL) throws {
        try super.init(Self.authority(url, validateFormat: true))
    }

    /// Reads an address, which may be of a custom domain.
    ///
    /// - Parameters:
    ///   - url: `https://HOST/TENANT`.
    ///   - validateFormat: whether a host outside `ciamlogin.com` is refused.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000, if the host is refused or the tenant cannot be
    ///   determined.
    #if canImport(ObjectiveC)
    @objc(initWithURL:validateFormat:error:)
    #endif
    public init(url: URL, validateFormat: Bool) throws {
        try super.init(Self.authority(url, validateFormat: validateFormat))
    }

    private static func authority(_ url: URL, validateFormat: Bool) throws -> Authority {
        try ErrorTranslation.rethrowing { () throws(AuthError) in
            try .ciam(url.absoluteString, requiresStandardHost: validateFormat)
        }
    }
}
