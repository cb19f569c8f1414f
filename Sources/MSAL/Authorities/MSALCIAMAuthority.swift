public import Foundation
import KeyfobCore

/// A tenant of Microsoft Entra External ID: `https://SUBDOMAIN.ciamlogin.com`.
#if canImport(ObjectiveC)
@objc(MSALCIAMAuthority)
@objcMembers
#endif
open class MSALCIAMAuthority: MSALAuthority, @unchecked Sendable {
    // Unchecked as `MSALAuthority` is: nothing here changes either.

    override init(_ core: Authority, as written: [String] = []) { super.init(core, as: written) }

    /// Reads an address, which may be of a custom domain; at `ciamlogin.com` the tenant without a path is
    /// `SUBDOMAIN.onmicrosoft.com`.
    ///
    /// - Parameter url: `https://SUBDOMAIN.ciamlogin.com`, with or without `/TENANT`, or `https://HOST/TENANT`.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000, if the tenant cannot be determined.
    #if canImport(ObjectiveC)
    @objc(initWithURL:error:)
    #endif
    public init(url: URL) throws {
        try super.init(Self.authority(url, validateFormat: false), as: [url.absoluteString])
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
        try super.init(Self.authority(url, validateFormat: validateFormat), as: [url.absoluteString])
    }

    private static func authority(_ url: URL, validateFormat: Bool) throws -> Authority {
        try ErrorTranslation.rethrowing { () throws(AuthError) in
            try .ciam(url.absoluteString, requiresStandardHost: validateFormat)
        }
    }
}
