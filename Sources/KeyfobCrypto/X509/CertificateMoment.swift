import Foundation
import SwiftASN1

/// A time in a certificate: UTCTime or GeneralizedTime (RFC 5280 section 4.1.2.5).
enum CertificateMoment {
    /// The time; nil if the node is neither.
    static func date(_ node: ASN1Node) -> Date? {
        var parts = DateComponents()
        if let time = try? UTCTime(derEncoded: node) {
            (parts.year, parts.month, parts.day) = (time.year, time.month, time.day)
            (parts.hour, parts.minute, parts.second) = (time.hours, time.minutes, time.seconds)
        } else if let time = try? GeneralizedTime(derEncoded: node) {
            (parts.year, parts.month, parts.day) = (time.year, time.month, time.day)
            (parts.hour, parts.minute, parts.second) = (time.hours, time.minutes, time.seconds)
        } else {
            return nil
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(from: parts)
    }
}
