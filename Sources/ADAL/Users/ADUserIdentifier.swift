public import Foundation
import KeyfobCache

/// Whom a call is for, and how binding that is.
#if canImport(ObjectiveC)
@objc(ADUserIdentifier)
#endif
public final class ADUserIdentifier: NSObject, NSCopying, Sendable {
    /// The id, trimmed and in lower case.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public let userId: String?
    /// How it is meant.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public let type: ADUserIdentifierType

    /// Names somebody who has to sign in by that name; nil if the id is blank.
    public convenience init?(id userId: String) { self.init(id: userId, type: .requiredDisplayableId) }

    /// Names somebody; nil if the id is blank.
    public init?(id userId: String, type: ADUserIdentifierType) {
        guard let id = ADUserInformation.normalizeUserId(userId) else { return nil }
        self.userId = id
        self.type = type
    }

    /// Names somebody, the type as ``typeAsString()`` writes it; an unknown one is a required name.
    public convenience init?(id userId: String, typeFrom type: String) {
        let types: [ADUserIdentifierType] = [.uniqueId, .optionalDisplayableId, .requiredDisplayableId]
        self.init(id: userId, type: types.first { Self.string(for: $0) == type } ?? .requiredDisplayableId)
    }

    /// Whether who signed in is the one that was asked for; no identifier, and a mere hint, are met by everybody.
    #if canImport(ObjectiveC)
    @objc(identifier:matchesInfo:)
    #endif
    public static func identifier(_ identifier: ADUserIdentifier?, matchesInfo info: ADUserInformation?) -> Bool {
        identifier?.core?.isMet(by: info?.information) ?? true
    }

    /// What of a user's information the id is compared with.
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

    /// The type's name on the wire to a broker.
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

    /// Itself: it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    var core: LegacyUserIdentifier? {
        let kind: LegacyUserIdentifier.Kind =
            switch type {
            case .uniqueId: .unique
            case .optionalDisplayableId: .optionalDisplayable
            case .requiredDisplayableId: .requiredDisplayable
            }
        return userId.flatMap { LegacyUserIdentifier($0, kind: kind) }
    }
}
