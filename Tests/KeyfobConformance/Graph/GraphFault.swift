/// One difference between an exchange and the description of Microsoft Graph.
package struct GraphFault: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of differences.
    package enum Kind: String, Sendable, CaseIterable {
        /// A path that the description does not have.
        case unknownPath
        /// A method that the path does not have.
        case unknownMethod
        /// A query option that the path does not have.
        case unknownOption
        /// A member that the type does not have, or that the request did not select.
        case unknownMember
        /// A value of another type.
        case wrongType
        /// A member that has to be there.
        case missingMember
        /// Null where the description does not allow it.
        case null
        /// An object whose type only `@odata.type` could say.
        case missingType
        /// An annotation that is unknown, or has a wrong value.
        case wrongAnnotation
        /// A status that the description does not have for this method.
        case wrongStatus
        /// An error body of another form.
        case wrongError
        /// A header field that is missing or wrong.
        case wrongHeader
    }

    /// The kind.
    package let kind: Kind
    /// Where the difference is: `response.value[0].displayName`, for example.
    package let place: String
    /// What was expected or found.
    package let text: String

    /// Kind, place and text on one line.
    package var description: String { "\(kind.rawValue) at \(place): \(text)" }
}
