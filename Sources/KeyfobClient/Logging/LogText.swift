/// A log's sentence whose parts know what they tell of whom, so that each application masks them as it wants.
///
/// `"\(euii: name)"` marks what identifies a person, `"\(oii: tenant)"` what identifies an organization; everything else
/// is shown always, and a `Secret` shows itself as a placeholder.
struct LogText: ExpressibleByStringInterpolation, Sendable {
    enum Kind: Sendable { case plain, endUser, organization }

    private let parts: [(kind: Kind, text: String)]

    init(stringLiteral value: String) { parts = [(.plain, value)] }

    init(stringInterpolation: Interpolation) { parts = stringInterpolation.parts }

    /// The sentence, and whether anything of a person or an organization shows in it.
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

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var parts: [(kind: Kind, text: String)] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) { parts.append((.plain, literal)) }

        mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            parts.append((.plain, value.description))
        }

        /// Something that identifies a person: a name, an account's identifier, a server's sentence that may hold one.
        mutating func appendInterpolation(euii value: String?) { parts.append((.endUser, value ?? "(none)")) }

        /// Something that identifies an organization: a tenant, a domain.
        mutating func appendInterpolation(oii value: String?) { parts.append((.organization, value ?? "(none)")) }
    }
}
