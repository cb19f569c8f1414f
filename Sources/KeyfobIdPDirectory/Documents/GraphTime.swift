import Foundation
import KeyfobCore

/// Times in the form of Microsoft Graph: `2026-11-26T08:00:00Z`, with or without a fraction.
package enum GraphTime {
    package static func text(_ seconds: Int64) -> String { Date(unixSeconds: seconds).formatted(.iso8601) }

    /// The time in Unix seconds; nil if the text is not such a time, or outside the years 1970 to 9999.
    package static func seconds(_ text: String) -> Int64? {
        let whole = text.split(separator: ".", maxSplits: 1).first.map(String.init) ?? ""
        let plain = whole.hasSuffix("Z") ? whole : whole + "Z"
        guard text.utf8.count <= 40, text.hasSuffix("Z"), let date = try? Date(plain, strategy: .iso8601),
            (0...253_402_300_799).contains(date.unixSeconds)
        else { return nil }
        return date.unixSeconds
    }
}

extension DirectoryDocument {
    /// A member with a time, in Unix seconds.
    package func time(_ name: String) throws(DirectoryError) -> Int64? {
        guard let text = try string(name) else { return nil }
        guard let seconds = GraphTime.seconds(text) else {
            throw .invalid("The member '\(name)' is not a time such as 2026-11-26T08:00:00Z.")
        }
        return seconds
    }
}
