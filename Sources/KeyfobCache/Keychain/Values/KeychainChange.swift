package import KeyfobCore

/// The attributes that an update changes; nil leaves an attribute unchanged.
package struct KeychainChange: Sendable, Hashable {
    /// `kSecAttrGeneric`
    package var generic: [UInt8]?
    /// `kSecValueData`
    package var value: Secret<[UInt8]>?

    /// Makes a change.
    package init(generic: [UInt8]? = nil, value: Secret<[UInt8]>?) {
        self.generic = generic
        self.value = value
    }
}
