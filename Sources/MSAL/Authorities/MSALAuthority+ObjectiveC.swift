#if canImport(ObjectiveC)
public import Foundation

extension MSALAuthority {
    /// Makes an authority of the class that fits the address. Only for Objective-C: Swift has `init(url:)`.
    ///
    /// - Parameter url: the authority's address.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000, if it is not the address of an authority.
    @available(swift, obsoleted: 1.0)
    @objc(authorityWithURL:error:)
    public static func authority(withURL url: URL) throws -> MSALAuthority { try MSALAuthority(url: url) }
}
#endif
