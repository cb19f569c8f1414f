// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The constants' names are those that apps use.
import Foundation

/// The type of an ``ADUserIdentifier``.
#if canImport(ObjectiveC)
@objc(ADUserIdentifierType)
#endif
public enum ADUserIdentifierType: UInt32, Sendable {
    /// The user's object id: no other user may sign in.
    #if canImport(ObjectiveC)
    @objc(UniqueId)
    #endif
    case uniqueId = 0
    /// A name to fill in: another user may sign in.
    #if canImport(ObjectiveC)
    @objc(OptionalDisplayableId)
    #endif
    case optionalDisplayableId = 1
    /// A name: no other user may sign in.
    #if canImport(ObjectiveC)
    @objc(RequiredDisplayableId)
    #endif
    case requiredDisplayableId = 2

    /// The value with a number, as Objective-C has it; another number is ``requiredDisplayableId``.
    public init(_ rawValue: UInt32) { self.init(rawValue: rawValue) }

    /// The value with a number, as Objective-C has it; another number is ``requiredDisplayableId``.
    public init(rawValue: UInt32) {
        switch rawValue {
        case 0: self = .uniqueId
        case 1: self = .optionalDisplayableId
        default: self = .requiredDisplayableId
        }
    }
}

/// The user's object id: no other user may sign in.
public let UniqueId = ADUserIdentifierType.uniqueId
/// A name to fill in: another user may sign in.
public let OptionalDisplayableId = ADUserIdentifierType.optionalDisplayableId
/// A name: no other user may sign in.
public let RequiredDisplayableId = ADUserIdentifierType.requiredDisplayableId
