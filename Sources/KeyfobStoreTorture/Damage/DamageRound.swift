import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite

/// What a person does with a store that was spoilt, following what they are told: they look, try again where they are
/// told so, and sign in again where something is missing.
struct DamageRound {
    /// What became of it.
    enum Fate {
        /// Everything is there that was before.
        case whole
        /// Something is lost, and signing in again brings it back.
        case healed
        /// There is no way out, or a token is not what was saved.
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

    /// How often somebody tries again.
    private static let patience = 4

    let copy: DamageCopy
    let original: DamageOriginal
    /// Whether a tool that only looks comes first.
    let asks: Bool

    func play() async -> Outcome {
        var kept = 0
        do {
            try repeatedly("looking") { () throws(Complaint) in kept = try look() }
            // Missing accounts sign in again, and a new one for the first time.
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
        /// A token is not what was saved: trying again does not make that good.
        var isFinal = false
        /// Whether it says that `keyfob doctor --salvage` helps.
        var namesSalvage: Bool { text.contains("keyfob doctor --salvage") }
    }

    /// What `keyfob doctor --salvage` does.
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

    /// Lists everything, and counts the tokens that are right.
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

    /// A token that was saved, or that of a sign-in since; nil if there is none, or if it says to sign in again.
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
                    last = "\(account) has signed in, and has another token, or none"
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
