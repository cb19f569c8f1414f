public import KeyfobCore

/// The attributes that an update changes; nil leaves an attribute unchanged.
public struct KeychainChange: Sendable, Hashable {
    /// `kSecAttrGeneric`
    public var generic: [UInt8]?
    /// `kSecValueData`
    public var value: Secret<[UInt8]>?

    /// Makes a change.
    public init(generic: [UInt8]? = nil, value: Secret<[UInt8]>?) {
        self.generic = generic
        self.value = value
    }
}
