// Module: KeyfobStoreSQLite
//
// Rows as a database may hold them, with contents that the key did or did not seal: they become entities or errors,
// and what opens is what was sealed.
import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobCrypto

@testable import KeyfobStoreSQLite

private let key = try? AESGCMKey([UInt8](repeating: 7, count: 32))
private let seal = StoreSeal(group: "fuzz", keyID: "fuzz") { () throws(AuthError) in
    guard let key else { abort() }
    return key
}

/// Tries one input.
func fuzzSealedRows(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = UnsafeBufferPointer(start: start, count: count)[...]
    let row = EntityRow(fuzzing: &input)
    let plain = Array(input)
    // Nobody can make contents without the key.
    guard (try? seal.open(plain, of: row)) == nil else { abort() }
    let sealed = try? seal.seal(plain, associatedData: seal.associatedData(row), random: SystemRandomSource())
    guard let sealed else { abort() }
    let entity = row.entity(CredentialContents { () throws(AuthError) in try seal.open(sealed, of: row) })
    guard entity.kind.rawValue == row.kind || !row.kind.isEmpty, let contents = try? entity.contents.open() else {
        return 0
    }
    let copy = EntityRow(entity)
    guard let again = try? seal.open(seal.seal(contents, of: copy, random: SystemRandomSource()), of: copy),
        again == contents
    else { abort() }
    return 0
}

extension EntityRow {
    /// Takes members from the input: a kind, and each column there or not.
    fileprivate convenience init(fuzzing input: inout Slice<UnsafeBufferPointer<UInt8>>) {
        let kinds = ["AccessToken", "RefreshToken", "IdToken", "Account", "AppMetadata", "SignInState", "Later", ""]
        let kind = kinds[Int(input.popFirst() ?? 0) % kinds.count]
        self.init(
            home: Self.text(&input) ?? "", name: Self.text(&input) ?? "", kind: kind,
            environment: Self.text(&input), client: Self.text(&input), realm: Self.text(&input),
            target: Self.text(&input), type: Self.text(&input), family: Self.text(&input),
            localAccount: Self.text(&input), username: Self.text(&input), app: Self.text(&input),
            claims: Self.text(&input), cachedAt: Self.number(&input), expiresOn: Self.number(&input),
            extendedExpiresOn: Self.number(&input), refreshOn: Self.number(&input))
    }

    private static func text(_ input: inout Slice<UnsafeBufferPointer<UInt8>>) -> String? {
        guard let length = input.popFirst(), length < 0x80 else { return nil }
        let text = String(decoding: input.prefix(Int(length)), as: UTF8.self)
        input = input.dropFirst(Int(length))
        return text
    }

    private static func number(_ input: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
        guard let length = input.popFirst(), length < 9 else { return nil }
        let number = input.prefix(Int(length)).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        input = input.dropFirst(Int(length))
        return Int64(bitPattern: number)
    }
}
