public import Foundation
import KeyfobCache

/// The user that a call is for, and how binding that is.
#if canImport(ObjectiveC)
@objc(ADUserIdentifier)
#endif
public final class ADUserIdentifier: NSObject, NSCopying, Sendable {
    /// The id, trimmed and in lower case.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public let userId: String?
    /// The type of the id.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public let type: ADUserIdentifierType

    /// Identifies a user who must sign in with that name; nil if the id is blank.
    public convenience init?(id userId: String) { self.init(id: userId, type: .requiredDisplayableId) }

    /// Identifies a user; nil if the id is blank.
    public init?(id userId: String, type: ADUserIdentifierType) {
        guard let id = ADUserInformation.normalizeUserId(userId) else { return nil }
        self.userId = id
        self.type = type
    }

    /// Identifies a user, with the type as ``typeAsString()`` writes it; an unknown one means a required name.
    public convenience init?(id userId: String, typeFrom type: String) {
        let types: [ADUserIdentifierType] = [.uniqueId, .optionalDisplayableId, .requiredDisplayableId]
        self.init(id: userId, type: types.first { Self.string(for: $0) == type } ?? .requiredDisplayableId)
    }

    /// Whether the user who signed in matches; any user matches a missing identifier or a hint.
    #if canImport(ObjectiveC)
    @objc(identifier:matchesInfo:)
    #endif
    public static func identifier(_ identifier: ADUserIdentifier?, matchesInfo info: ADUserInformation?) -> Bool {
        identifier?.core?.isMet(by: info?.information) ?? true
    }

    /// The part of a user's information that the id is compared with.
    #if canImport(ObjectiveC)
    @objc(userIdMatchString:)
    #endif
    public func userIdMatchString(_ info: ADUserInformation) -> String? {
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
    public func typeAsString() -> String? { Self.string(for: type) }

    /// A type's name.
    #if canImport(ObjectiveC)
    @objc(stringForType:)
    #endif
    public static func string(for type: ADUserIdentifierType) -> String? {
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
    public func isDisplayable() -> Bool { type != .uniqueId }

    /// Returns the identifier itself, which is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

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
