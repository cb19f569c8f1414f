public import Foundation

/// The parts of an account's identifier, as the identity provider issued them: for showing to administrators, never for
/// finding an account.
#if canImport(ObjectiveC)
@objc(MSALAccountId)
@objcMembers
#endif
open class MSALAccountId: NSObject, NSCopying, @unchecked Sendable {
    /// The account's whole identifier.
    open private(set) var identifier: String
    /// The user's object in the home tenant; nil if the identifier has no such part.
    open private(set) var objectId: String?
    /// The home tenant; nil if the identifier has no such part.
    open private(set) var tenantId: String?

    /// Makes an empty identifier.
    public override init() {
        identifier = ""
        objectId = nil
        tenantId = nil
    }

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
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the two identifiers are equal, without regard to letter case.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? MSALAccountId)?.identifier.lowercased() == identifier.lowercased()
    }

    /// Equal for equal identifiers.
    open override var hash: Int { identifier.lowercased().hashValue }
}
