public import KeyfobCache
public import KeyfobCore

/// A token of the version 1 endpoints, and what belongs to it.
public struct V1Result: Sendable {
    /// The token as ADAL files it, with the user and the expiry.
    public var item: LegacyTokenItem
    /// Whether the refresh token serves other resources too.
    public var isMultiResource: Bool
    /// Where the token was got; differs from the request's if the server sent the person to another cloud.
    public var authority: Authority
    /// What ties the request to the server's log.
    public var correlationID: String
    /// Where it came from.
    public var source: TokenResult.Source
    /// Whether the token is past its expiry and was handed out because the server is down.
    public var isExtendedLifetime: Bool

    /// Makes a result.
    public init(
        item: LegacyTokenItem, isMultiResource: Bool, authority: Authority, correlationID: String,
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
