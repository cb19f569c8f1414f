package import KeyfobCache
public import KeyfobCore

/// A token of the version 1 endpoints and its metadata.
public struct ADALResult: Sendable {
    /// The token as ADAL stores it, with the user and the expiry.
    package var item: ADALCacheItem
    /// Whether the refresh token is for other resources too.
    public var isMultiResource: Bool
    /// The authority that issued the token; differs from the request's if the server redirected the user to another
    /// cloud.
    public var authority: Authority
    /// The id of the request in the server's log.
    public var correlationID: String
    /// The source of the result.
    public var source: TokenResult.Source
    /// Whether the token is past its expiry and was returned because the server is down.
    public var isExtendedLifetime: Bool

    /// Makes a result.
    package init(
        item: ADALCacheItem, isMultiResource: Bool, authority: Authority, correlationID: String,
        source: TokenResult.Source, isExtendedLifetime: Bool = false
    ) {
        self.item = item
        self.isMultiResource = isMultiResource
        self.authority = authority
        self.correlationID = correlationID
        self.source = source
        self.isExtendedLifetime = isExtendedLifetime
    }
}
