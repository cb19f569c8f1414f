// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The constants' names are those that apps have in their code.

/// How an ``ADUserIdentifier`` is meant.
#if canImport(ObjectiveC)
@objc(ADUserIdentifierType)
#endif
public enum ADUserIdentifierType: UInt32, Sendable {
    /// The user's object: nobody else may sign in.
    case uniqueId = 0
    /// A name to fill in: somebody else may sign in.
    case optionalDisplayableId = 1
    /// A name: nobody else may sign in.
    case requiredDisplayableId = 2
}

/// The user's object: nobody else may sign in.
public let UniqueId = ADUserIdentifierType.uniqueId
/// A name to fill in: somebody else may sign in.
public let OptionalDisplayableId = ADUserIdentifierType.optionalDisplayableId
/// A name: nobody else may sign in.
public let RequiredDisplayableId = ADUserIdentifierType.requiredDisplayableId
