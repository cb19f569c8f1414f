public import Foundation
import KeyfobCore

/// The authority that an account signs in at: an identity provider's host and, with most kinds, a tenant.
///
/// `MSALAuthority(url:)` tries the kinds in the order B2C, AD FS, Microsoft identity platform, External ID, and makes
/// an instance of the matching class.
#if canImport(ObjectiveC)
@objc(MSALAuthority)
@objcMembers
#endif
open class MSALAuthority: NSObject, NSCopying, @unchecked Sendable {
    // Unchecked since subclasses may not inherit the check: everything here and in them is immutable.

    /// The address in its canonical form, without query and fragment.
    open private(set) var url: URL
    let core: Authority

    init(_ core: Authority) {
        self.core = core
        // Every part of an authority is encoded, so that its text is a URL.
        url = URL(string: core.description) ?? URL(fileURLWithPath: core.description)
    }

    /// Makes an instance of the class for an authority's kind.
    ///
    /// - Throws: an error of ``MSALErrorDomain`` if it is an AD FS authority, which MSAL does not support.
    static func make(_ core: Authority) throws -> MSALAuthority {
        switch core.kind {
        case .b2c: MSALB2CAuthority(core)
        case .ciam: MSALCIAMAuthority(core)
        case .adfs: throw MSALADFSAuthority.unsupported
        case .aad: MSALAADAuthority(core)
        case .openID: MSALAuthority(core)
        }
    }

    /// The authority that issued a token.
    static func result(_ core: Authority) -> MSALAuthority { (try? make(core)) ?? MSALAuthority(core) }

    /// Returns the authority itself, which is immutable.
    #if canImport(ObjectiveC)
    @objc(copyWithZone:)
    #endif
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the two are of one kind and have equal addresses.
    open override func isEqual(_ object: Any?) -> Bool { (object as? MSALAuthority)?.core == core }

    /// Equal for equal authorities.
    open override var hash: Int { core.hashValue }

    /// The address.
    open override var description: String { core.description }
}

/// Lets `MSALAuthority(url:)` make an instance of a subclass, as its Objective-C factory method does. No other type
/// conforms to it.
public protocol MSALAuthorityMaking {}

extension MSALAuthority: MSALAuthorityMaking {}

extension MSALAuthorityMaking {
    /// Makes an authority of the kind that the address has.
    ///
    /// - Parameter url: absolute and `https`.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000, if the address is of no kind, of AD FS, or of
    ///   another class's kind.
    public init(url: URL) throws {
        let core = try ErrorTranslation.rethrowing { () throws(AuthError) in
            try Authority(url.absoluteString)
        }
        guard let made = try MSALAuthority.make(core) as? Self else {
            throw ErrorTranslation.error(
                .internalErrorInvalidParameter, "The authority \(url.host ?? "") is of another kind than its class."
            )
        }
        self = made
    }
}
