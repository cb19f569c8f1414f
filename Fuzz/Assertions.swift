// Module: KeyfobSAML
//
// XML of federated issuers: reading is total, what is read says the same when its canonical form is read, and nothing that
// an issuer did not sign is verified.
import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobOAuth

@testable import KeyfobSAML

private let issuer = try? RSAPrivateKey().publicKey

/// Tries one input.
func fuzzAssertions(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let tree = try? XMLReading.read(bytes, limits: XMLLimits()) else { return 0 }
    let canonical = ExclusiveCanonicalForm.bytes(of: tree)
    guard let again = try? XMLReading.read(canonical, limits: XMLLimits()),
        ExclusiveCanonicalForm.bytes(of: again) == canonical
    else {
        abort()
    }
    for version in SAMLAssertionGrant.allCases {
        _ = SAMLAssertion.claimedIssuer(tree, version)
        guard let issuer else { abort() }
        if (try? SAMLAssertion(verifying: tree, version, keys: [issuer])) != nil { abort() }
    }
    return 0
}
