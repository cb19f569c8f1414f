import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite

/// A user's actions on a damaged store, following the remedies in the errors: reading, trying again, and signing in
/// again where a token is missing.
struct DamageRound {
    /// The outcome.
    enum Fate {
        /// All tokens are present.
        case whole
        /// Some tokens are lost, and signing in again restores them.
        case healed
        /// No remedy works, or a token has a wrong value.
        case stuck(String)
    }

    struct Outcome {
        let fate: Fate
        let kept: Int

        var word: String {
            switch fate {
            case .whole: "whole"
            case .healed: "healed"
            case .stuck: "stuck"
            }
        }
    }

    /// The number of attempts.
    private static let patience = 4

    let copy: DamageCopy
    let original: DamageOriginal
    /// Whether the store is first opened by a tool that only reads.
    let asks: Bool

    func play() async -> Outcome {
        var kept = 0
        do {
            try repeatedly("looking") { () throws(Complaint) in kept = try look() }
            // The users of missing accounts sign in again, and a new user for the first time.
            for account in original.tokens.keys.sorted() + ["newcomer"] {
                var found: String?
                try repeatedly("reading \(account)") { () throws(Complaint) in found = try token(of: account) }
                guard found == nil else { continue }
                try await signIn(account)
            }
            try await signIn("user1")
            try repeatedly("reopening") { () throws(Complaint) in _ = try look() }
        } catch {
            return Outcome(fate: .stuck(error.text), kept: kept)
        }
        return Outcome(fate: kept == original.tokens.count ? .whole : .healed, kept: kept)
    }

    private struct Complaint: Error {
        let text: String
        /// A token has a wrong value, which trying again does not fix.
        var isFinal = false
        /// Whether the error names `keyfob doctor --salvage` as the remedy.
        var namesSalvage: Bool { text.contains("keyfob doctor --salvage") }
    }

    /// Does the same as `keyfob doctor --salvage`.
    private func salvage() {
        let places = SealingKeyPlaces(FileSealingKey(directory: copy.home + "/keys"))
        _ = try? StoreSearch(group: .standard, home: copy.home, places: places)
    }

    private func repeatedly(_ what: String, _ body: () throws(Complaint) -> Void) throws(Complaint) {
        var last = Complaint(text: "")
        for _ in 0..<Self.patience {
            do throws(Complaint) {
                return try body()
            } catch {
                guard !error.isFinal else { throw error }
                last = error
                if error.namesSalvage { salvage() }
            }
        }
        throw Complaint(text: "\(what) again and again: \(last.text)")
    }

    /// Lists all accounts, and counts the correct tokens.
    private func look() throws(Complaint) -> Int {
        do {
            let store = try copy.open(onlyLooks: asks)
            try store.forEachAccount { _ in }
            _ = try store.homeAccountIDs()
            var right = 0
            for account in original.tokens.keys where try token(of: account, in: store) != nil { right += 1 }
            return right
        } catch let complaint as Complaint {
            throw complaint
        } catch {
            throw Self.complaint(error)
        }
    }

    private func token(of account: String) throws(Complaint) -> String? {
        do {
            return try token(of: account, in: copy.open(onlyLooks: asks))
        } catch let complaint as Complaint {
            throw complaint
        } catch {
            throw Self.complaint(error)
        }
    }

    /// A saved token, or that of a later sign-in; nil if there is none, or if the remedy is to sign in again.
    private func token(of account: String, in store: SQLiteCredentialStore) throws -> String? {
        do throws(AuthError) {
            guard let partition = try store.partition(homeAccountID: "\(account).tenant") else { return nil }
            guard let entity = partition.accessTokens.first else { return nil }
            let token = try entity.secret.reveal()
            let genuine = [original.tokens[account], original.formerTokens[account], "again-\(account)"]
            guard genuine.contains(token) else {
                throw AuthError(.invalidResponse, origin: .store, message: "\(account) has the token \(token)")
            }
            return token
        } catch {
            if error.code == .invalidResponse { throw Complaint(text: error.message, isFinal: true) }
            if error.remedy?.localizedCaseInsensitiveContains("sign in again") == true { return nil }
            throw error
        }
    }

    private func signIn(_ account: String) async throws(Complaint) {
        var last = ""
        for _ in 0..<Self.patience {
            do {
                let store = try copy.open()
                let input = SaveInput.made(account: account, token: "again-\(account)")
                _ = try await store.write { transaction throws(AuthError) in
                    try CredentialRules.save(input, in: transaction)
                }
                guard try token(of: account, in: copy.open(onlyLooks: asks)) == "again-\(account)" else {
                    last = "\(account) has signed in, and the store has another token, or none"
                    continue
                }
                return
            } catch let complaint as Complaint {
                throw complaint
            } catch {
                last = "\(error)"
                if Complaint(text: last).namesSalvage { salvage() }
            }
        }
        throw Complaint(text: "signing in again: \(last)")
    }

    private static func complaint(_ error: any Error) -> Complaint {
        guard let error = error as? AuthError else {
            return Complaint(text: "\(type(of: error)) \(error)", isFinal: true)
        }
        guard error.remedy != nil else { return Complaint(text: "no remedy: \(error)", isFinal: true) }
        return Complaint(text: "\(error.code): \(error)")
    }
}
