#if os(iOS)
public import Foundation

/// The accounts that older Microsoft apps share in a keychain item of their own. Kept for source compatibility: Keyfob
/// does not read that item, and each call says so; a listing goes on without it.
#if canImport(ObjectiveC)
@objc(MSALLegacySharedAccountsProvider)
@objcMembers
#endif
public final class MSALLegacySharedAccountsProvider: NSObject, MSALExternalAccountProviding {
    /// Whether the item is only read.
    public var sharedAccountMode = MSALLegacySharedAccountMode.readOnly

    /// Names the item.
    ///
    /// - Parameters:
    ///   - sharedGroup: its access group.
    ///   - serviceIdentifier: its service.
    ///   - applicationIdentifier: this app, among those that share it.
    #if canImport(ObjectiveC)
    @objc(initWithSharedKeychainAccessGroup:serviceIdentifier:applicationIdentifier:)
    #endif
    public init(sharedKeychainAccessGroup sharedGroup: String, serviceIdentifier: String, applicationIdentifier: String)
    {
        super.init()
    }

    /// Fails.
    ///
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000.
    public func update(_ account: any MSALAccountProtocol, idTokenClaims: [AnyHashable: Any]) throws {
        throw Self.unsupported
    }

    /// Fails.
    ///
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000.
    public func remove(
        _ account: any MSALAccountProtocol, wipeAccount: Bool, tenantProfiles: [MSALTenantProfile]?
    ) throws { throw Self.unsupported }

    /// Fails.
    ///
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000.
    public func accounts(with parameters: MSALAccountEnumerationParameters) throws -> [any MSALAccountProtocol] {
        throw Self.unsupported
    }

    private static var unsupported: NSError {
        ErrorTranslation.error(
            .internalErrorInvalidParameter, "Keyfob does not read the accounts that older Microsoft apps share.")
    }
}
#endif
