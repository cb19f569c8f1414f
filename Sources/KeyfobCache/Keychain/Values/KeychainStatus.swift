/// A failed keychain operation: an `OSStatus` of Security.framework, by its name in `SecBase.h`.
package struct KeychainStatus: RawRepresentable, Error, Sendable, Hashable, CustomStringConvertible {
    /// The `OSStatus`.
    package let rawValue: Int32
    /// Makes a status from its number.
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// `errSecUnimplemented`
    package static let unimplemented = KeychainStatus(rawValue: -4)
    /// `errSecDiskFull`
    package static let diskFull = KeychainStatus(rawValue: -34)
    /// `errSecIO`
    package static let io = KeychainStatus(rawValue: -36)
    /// `errSecParam`: an invalid query or item.
    package static let param = KeychainStatus(rawValue: -50)
    /// `errSecUserCanceled`
    package static let userCanceled = KeychainStatus(rawValue: -128)
    /// `errSecNotAvailable`: there is no keychain, for example early in the system's start.
    package static let notAvailable = KeychainStatus(rawValue: -25291)
    /// `errSecAuthFailed`
    package static let authFailed = KeychainStatus(rawValue: -25293)
    /// `errSecDuplicateItem`
    package static let duplicateItem = KeychainStatus(rawValue: -25299)
    /// `errSecItemNotFound`
    package static let itemNotFound = KeychainStatus(rawValue: -25300)
    /// `errSecInteractionNotAllowed`: the device is locked, or has not been unlocked since it was started.
    package static let interactionNotAllowed = KeychainStatus(rawValue: -25308)
    /// `errSecDecode`
    package static let decode = KeychainStatus(rawValue: -26275)
    /// `errSecMissingEntitlement`: the app is not signed, or not for this access group.
    package static let missingEntitlement = KeychainStatus(rawValue: -34018)

    private static let names: [KeychainStatus: String] = [
        .unimplemented: "errSecUnimplemented", .diskFull: "errSecDiskFull", .io: "errSecIO", .param: "errSecParam",
        .userCanceled: "errSecUserCanceled", .notAvailable: "errSecNotAvailable", .authFailed: "errSecAuthFailed",
        .duplicateItem: "errSecDuplicateItem", .itemNotFound: "errSecItemNotFound",
        .interactionNotAllowed: "errSecInteractionNotAllowed", .decode: "errSecDecode",
        .missingEntitlement: "errSecMissingEntitlement",
    ]

    /// Apple's name and the number, or the number alone.
    package var description: String { Self.names[self].map { "\($0) (\(rawValue))" } ?? "OSStatus \(rawValue)" }
}
