public import Foundation

/// The parts of an account's identifier, as the identity provider issued them: for showing to administrators, never for
/// finding an account.
#if canImport(ObjectiveC)
@objc(MSALAccountId)
@objcMembers
#endif
public final class MSALAccountId: NSObject, NSCopying, Sendable {
    /// The account's whole identifier.
    public let identifier: String
    /// The user's object in the home tenant; nil if the identifier has no such part.
    public let objectId: String?
    /// The home tenant; nil if the identifier has no such part.
    public let tenantId: String?

    /// Makes an identifier, for example in an app's test. An addition to MSAL.
    ///
    /// - Parameters:
    ///   - identifier: the whole identifier.
    ///   - objectId: the user's object in the home tenant.
    ///   - tenantId: the home tenant.
    public init(identifier: String, objectId: String?, tenantId: String?) {
        self.identifier = identifier
        self.objectId = objectId
        self.tenantId = tenantId
    }

    /// Returns the identifier itself, which is immutable.
    #if canImport(ObjectiveC)
    @objc(copyWithZone:)
    #endif
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the two identifiers are equal, without regard to letter case.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? MSALAccountId)?.identifier.lowercased() == identifier.lowercased()
    }

    /// Equal for equal identifiers.
    public override var hash: Int { identifier.lowercased().hashValue }
}
