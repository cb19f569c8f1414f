#if canImport(ObjectiveC)
public import Foundation

/// ADAL's factory by its Objective-C name; Swift calls the initializer.
extension ADUserInformation {
    /// Reads an id token.
    @objc(userInformationWithIdToken:error:)
    public static func userInformation(withIdToken idToken: String, error: ADErrorPointer) -> ADUserInformation? {
        ADUserInformation(idToken: idToken, error: error)
    }
}

/// ADAL's factories by their Objective-C names; Swift calls the initializers.
extension ADUserIdentifier {
    /// Identifies a user who must sign in with that name.
    @objc(identifierWithId:)
    public static func identifier(withId userId: String) -> ADUserIdentifier? { ADUserIdentifier(id: userId) }

    /// Identifies a user.
    @objc(identifierWithId:type:)
    public static func identifier(withId userId: String, type: ADUserIdentifierType) -> ADUserIdentifier? {
        ADUserIdentifier(id: userId, type: type)
    }

    /// Identifies a user, with the type as a text.
    @objc(identifierWithId:typeFromString:)
    public static func identifier(withId userId: String, typeFrom type: String) -> ADUserIdentifier? {
        ADUserIdentifier(id: userId, typeFrom: type)
    }
}
#endif
