/// A log message whose parts are marked by the data they contain, so that each application masks them by its options.
///
/// `"\(euii: name)"` marks data that identifies a user, `"\(oii: tenant)"` data that identifies an organization;
/// everything else is always shown, and a `Secret` is written as a placeholder.
package struct LogText: ExpressibleByStringInterpolation, Sendable {
    enum Kind: Sendable { case plain, endUser, organization }

    private let parts: [(kind: Kind, text: String)]

    package init(stringLiteral value: String) { parts = [(.plain, value)] }

    package init(stringInterpolation: Interpolation) { parts = stringInterpolation.parts }

    /// The text, and whether it contains data of a user or an organization.
    func rendered(_ masking: LogMasking) -> (text: String, containsPII: Bool) {
        var text = ""
        var containsPII = false
        for part in parts {
            let isShown: Bool =
                switch (part.kind, masking) {
                case (.plain, _), (_, .secretsOnly), (.organization, .endUsers): true
                default: false
                }
            text += isShown ? part.text : "<masked>"
            if isShown, part.kind != .plain { containsPII = true }
        }
        return (text, containsPII)
    }

    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var parts: [(kind: Kind, text: String)] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { parts.append((.plain, literal)) }

        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            parts.append((.plain, value.description))
        }

        /// Data that identifies a user: a name, an account's identifier, a server's message that may contain one.
        package mutating func appendInterpolation(euii value: String?) { parts.append((.endUser, value ?? "(none)")) }

        /// Data that identifies an organization: a tenant, a domain.
        mutating func appendInterpolation(oii value: String?) { parts.append((.organization, value ?? "(none)")) }
    }
}
