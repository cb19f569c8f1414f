#if Server
import ArgumentParser

/// An argument of the form `name=value`.
package struct NamedValue: ExpressibleByArgument, Sendable {
    /// The name.
    package let name: String
    /// The value, which may contain `=`.
    package let value: String

    /// Parses an argument; nil if it has no name.
    package init?(argument: String) {
        guard let sign = argument.firstIndex(of: "="), sign != argument.startIndex else { return nil }
        name = String(argument[..<sign])
        value = String(argument[argument.index(after: sign)...])
    }

    /// The values by name; the last one of a name counts.
    package static func dictionary(_ values: [NamedValue]) -> [String: String] {
        Dictionary(values.map { ($0.name, $0.value) }) { _, last in last }
    }
}
#endif
