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

    /// The address without query and fragment. Its path is in the letter case in which the app wrote it.
    open private(set) var url: URL
    let core: Authority

    /// - Parameter written: the address as the app wrote it, and other texts from which segments of the path come.
    init(_ core: Authority, as written: [String] = []) {
        self.core = core
        let text = Self.address(of: core, as: written)
        // Every part of an authority is encoded, so that its text is a URL.
        url = URL(string: text) ?? URL(fileURLWithPath: text)
    }

    /// The canonical address, its segments spelled as in the texts. B2C's `/tfp` is there only if it is in them.
    private static func address(of core: Authority, as written: [String]) -> String {
        let plain = written.flatMap { text in
            text.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").map(String.init)
        }
        let spellings = Dictionary(plain.map { ($0.lowercased(), $0) }, uniquingKeysWith: { _, last in last })
        var parts = core.description.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if core.kind == .b2c, parts.count == 6, spellings["tfp"] == nil, spellings[parts[5].lowercased()] != nil {
            parts.remove(at: 3)
        }
        for index in parts.indices.dropFirst(3) { parts[index] = spellings[parts[index].lowercased()] ?? parts[index] }
        return parts.joined(separator: "/")
    }

    /// Makes an instance of the class for an authority's kind.
    ///
    /// - Throws: an error of ``MSALErrorDomain`` if it is an AD FS authority, which MSAL does not support.
    static func make(_ core: Authority, as written: [String] = []) throws -> MSALAuthority {
        switch core.kind {
        case .b2c: MSALB2CAuthority(core, as: written)
        case .ciam: MSALCIAMAuthority(core, as: written)
        case .adfs: throw MSALADFSAuthority.unsupported
        case .aad: MSALAADAuthority(core, as: written)
        case .openID: MSALAuthority(core, as: written)
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
        guard let made = try MSALAuthority.make(core, as: [url.absoluteString]) as? Self else {
            throw ErrorTranslation.error(
                .internalErrorInvalidParameter, "The authority \(url.host ?? "") is of another kind than its class."
            )
        }
        self = made
    }
}
