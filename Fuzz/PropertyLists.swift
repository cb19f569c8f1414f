// Module: KeyfobSetup
//
// An app's Info.plist and entitlements, as `keyfob doctor` is given them: facts or an error, and every rule has an answer.
import Foundation
import KeyfobCore

@testable import KeyfobSetup

/// Tries one input, as both files and as a registration.
func fuzzPropertyLists(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    let registration = try? RegisteredApplication(export: input)
    for settings in [[:], ["PRODUCT_BUNDLE_IDENTIFIER": "a.b"]] {
        guard let facts = try? BundleFacts(infoPlist: input, buildSettings: settings) else { continue }
        for dialect in SetupSubject.Dialect.allCases {
            var subject = SetupSubject(facts: facts)
            subject.dialect = dialect
            subject.redirectURI = facts.urlTypes.first?.schemes.first.map { "\($0)://\(facts.bundleID ?? "auth")" }
            subject.registration = registration
            for finding in SetupRules.findings(for: subject) where finding.message.isEmpty { abort() }
        }
    }
    return 0
}
