#if os(iOS)
public import Foundation

/// The accounts that older Microsoft apps share in a separate keychain item. Kept for source compatibility: Keyfob does
/// not read that item, and each call throws; a listing continues without it.
#if canImport(ObjectiveC)
@objc(MSALLegacySharedAccountsProvider)
@objcMembers
#endif
open class MSALLegacySharedAccountsProvider: NSObject, MSALExternalAccountProviding {
    /// Whether the item is only read.
    open var sharedAccountMode = MSALLegacySharedAccountMode.readOnly

    /// Makes a provider for no item.
    public override init() { super.init() }

    /// Makes a provider for an item.
    ///
    /// - Parameters:
    ///   - sharedGroup: its access group.
    ///   - serviceIdentifier: its service.
    ///   - applicationIdentifier: the identifier of this app among those that share the item.
    #if canImport(ObjectiveC)
    @objc(initWithSharedKeychainAccessGroup:serviceIdentifier:applicationIdentifier:)
    #endif
    public init(sharedKeychainAccessGroup sharedGroup: String, serviceIdentifier: String, applicationIdentifier: String)
    {
        super.init()
    }

    /// Always fails.
    ///
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000.
    open func update(_ account: any MSALAccountProtocol, idTokenClaims: [AnyHashable: Any]) throws {
        throw Self.unsupported
    }

    /// Always fails.
    ///
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000.
    open func remove(
        _ account: any MSALAccountProtocol, wipeAccount: Bool, tenantProfiles: [MSALTenantProfile]?
    ) throws { throw Self.unsupported }

    /// Always fails.
    ///
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000.
    open func accounts(with parameters: MSALAccountEnumerationParameters) throws -> [any MSALAccountProtocol] {
        throw Self.unsupported
    }

    private static var unsupported: NSError {
        ErrorTranslation.error(
            .internalErrorInvalidParameter, "Keyfob does not read the accounts that older Microsoft apps share.")
    }
}

/// The access to the accounts that older apps share.
#if canImport(ObjectiveC)
@objc(MSALLegacySharedAccountMode)
#endif
public enum MSALLegacySharedAccountMode: Int, Sendable {
    /// The accounts are read; the default.
    case readOnly
    /// The accounts are read and written.
    case readWrite
}
#endif
