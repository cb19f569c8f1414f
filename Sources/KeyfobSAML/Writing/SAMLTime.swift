import Foundation

/// Times as they are written (SAML Core section 1.3.3): UTC with milliseconds, as at Entra ID.
package enum SAMLTime {
    /// The text of a time in Unix seconds.
    package static func text(_ seconds: Int64) -> String {
        // A clock beyond the years that a date can have has no meaning: the nearest date is written.
        let bounded = min(max(seconds, -62_135_596_800), 253_402_300_799)
        return Date(timeIntervalSince1970: TimeInterval(bounded))
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
