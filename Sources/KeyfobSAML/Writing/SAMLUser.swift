/// What an assertion says about its user and the sign-in.
package struct SAMLUser: Sendable, Hashable {
    /// The user's name for the service, as `NameID`.
    package struct Name: Sendable, Hashable {
        /// The name.
        package var value: String
        /// Its format.
        package var format: SAMLNameIDFormat
        /// `SPNameQualifier`, as the request named it.
        package var qualifier: String?

        /// Makes a name.
        package init(value: String, format: SAMLNameIDFormat, qualifier: String? = nil) {
            self.value = value
            self.format = format
            self.qualifier = qualifier
        }
    }

    /// A claim, as an attribute.
    package struct Attribute: Sendable, Hashable {
        /// The type of the claim: a URI.
        package var name: String
        /// Its values.
        package var values: [String]

        /// Makes an attribute.
        package init(_ name: String, _ values: [String]) {
            self.name = name
            self.values = values
        }
    }

    /// The name.
    package var name: Name
    /// The claims.
    package var attributes: [Attribute]
    /// The time of the authentication (Unix seconds).
    package var authenticatedAt: Int64
    /// The class of the authentication context.
    package var context: String

    /// Makes the content of an assertion.
    package init(name: Name, attributes: [Attribute], authenticatedAt: Int64, context: String) {
        self.name = name
        self.attributes = attributes
        self.authenticatedAt = authenticatedAt
        self.context = context
    }
}
