public import Foundation
import KeyfobCache

/// The user that a call is for, and how binding that is.
#if canImport(ObjectiveC)
@objc(ADUserIdentifier)
#endif
// Immutable; a subclass is responsible for its own properties.
open class ADUserIdentifier: NSObject, NSCopying, @unchecked Sendable {
    private let id: String?
    private let kind: ADUserIdentifierType

    /// The id, trimmed and in lower case.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var userId: String? { id }
    /// The type of the id.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var type: ADUserIdentifierType { kind }

    /// Identifies no user, for a subclass in an app's test.
    public override init() {
        id = nil
        kind = .uniqueId
        super.init()
    }

    init?(_ userId: String, _ type: ADUserIdentifierType) {
        guard let id = ADUserInformation.normalizeUserId(userId) else { return nil }
        self.id = id
        kind = type
        super.init()
    }

    /// Identifies a user who must sign in with that name; nil if the id is blank.
    public convenience init?(id userId: String) { self.init(userId, .requiredDisplayableId) }

    /// Identifies a user; nil if the id is blank.
    public convenience init?(id userId: String, type: ADUserIdentifierType) { self.init(userId, type) }

    /// Identifies a user, with the type as ``typeAsString()`` writes it; an unknown one means a required name.
    public convenience init?(id userId: String, typeFrom type: String) {
        let types: [ADUserIdentifierType] = [.uniqueId, .optionalDisplayableId, .requiredDisplayableId]
        self.init(userId, types.first { Self.string(for: $0) == type } ?? .requiredDisplayableId)
    }

    /// Whether the user who signed in matches; any user matches a missing identifier or a hint.
    #if canImport(ObjectiveC)
    @objc(identifier:matchesInfo:)
    #endif
    open class func identifier(_ identifier: ADUserIdentifier?, matchesInfo info: ADUserInformation?) -> Bool {
        identifier?.core?.isMet(by: info?.information) ?? true
    }

    /// The part of a user's information that the id is compared with.
    #if canImport(ObjectiveC)
    @objc(userIdMatchString:)
    #endif
    open func userIdMatchString(_ info: ADUserInformation) -> String? {
        switch type {
        case .uniqueId: info.uniqueId
        case .requiredDisplayableId: info.userId
        case .optionalDisplayableId: nil
        }
    }

    /// The type's name in requests to a broker.
    #if canImport(ObjectiveC)
    @objc(typeAsString)
    #endif
    open func typeAsString() -> String? { Self.string(for: type) }

    /// A type's name.
    #if canImport(ObjectiveC)
    @objc(stringForType:)
    #endif
    open class func string(for type: ADUserIdentifierType) -> String? {
        switch type {
        case .uniqueId: "UniqueId"
        case .optionalDisplayableId: "OptionalDisplayableId"
        case .requiredDisplayableId: "RequiredDisplayableId"
        }
    }

    /// Whether it is a name that can be filled in on a page.
    #if canImport(ObjectiveC)
    @objc(isDisplayable)
    #endif
    open func isDisplayable() -> Bool { type != .uniqueId }

    /// Returns the identifier itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    var core: ADALCacheUserIdentifier? {
        let kind: ADALCacheUserIdentifier.Kind =
            switch type {
            case .uniqueId: .unique
            case .optionalDisplayableId: .optionalDisplayable
            case .requiredDisplayableId: .requiredDisplayable
            }
        return userId.flatMap { ADALCacheUserIdentifier($0, kind: kind) }
    }
}
