import KeyfobCore
import KeyfobIdPModel
import Testing

extension IdPStoreConformance {
    /// The log numbers its entries without a gap and returns them in that order.
    package func signInLog() async throws {
        let store = try await makeStore()
        var full = SignInLogEntry(
            time: 5, event: .refused, clientID: "c", redirectURI: "http://localhost/a", user: "ada@contoso.test",
            tenantID: "t", scopes: ["a", "b"], resource: "r", correlationID: "id", errorCode: 50126, detail: "more",
            policies: "[]")
        full.callerBundleID = "test.app"
        full.callerAssurance = "kernelEnforced"
        full.deviceID = "d"
        let bare = SignInLogEntry(time: 6, event: .codeIssued)
        try await store.transaction { [full] in try $0.append([full, bare]) }
        try await store.transaction { try $0.append([bare]) }
        let all = try await store.transaction { try $0.signIns(after: 0, limit: 10) }
        #expect(all.map(\.sequence) == [1, 2, 3])
        var expected = full
        expected.sequence = 1
        #expect(all.first == expected)
        #expect(all.last?.event == SignInEvent.codeIssued.rawValue && all.last?.clientID == nil)
        try await expect([2], in: store) { try $0.signIns(after: 1, limit: 1).map(\.sequence) }
        try await expect([], in: store) { try $0.signIns(after: 3, limit: 10) }
        try await expect([], in: store) { try $0.signIns(after: 0, limit: -1) }
    }

    /// Every text of an entry is truncated, and the log as a whole is bounded by its bytes: the newest entries stay.
    package func signInLogLimits() async throws {
        let store = try await makeStore()
        let long = String(repeating: "é", count: 4000)
        var full = SignInLogEntry(
            time: 5, event: .refused, clientID: long, redirectURI: long, user: long, tenantID: long,
            scopes: Array(repeating: long, count: 3), resource: long, correlationID: long, errorCode: 1, detail: long)
        full.callerBundleID = long
        full.callerAssurance = long
        full.deviceID = long
        let entry = full
        try await store.transaction { try $0.append([entry]) }
        let kept = try #require(try await store.transaction { try $0.signIns(after: 0, limit: 1).first })
        let texts: [String?] = [
            kept.clientID, kept.redirectURI, kept.user, kept.tenantID, kept.resource, kept.correlationID, kept.detail,
            kept.callerBundleID, kept.callerAssurance, kept.deviceID, kept.scopes.joined(separator: " "),
        ]
        for text in texts {
            let text = try #require(text)
            #expect(text.utf8.count <= 1024 && text.hasPrefix("ééé") && text.hasSuffix("é…"))
        }
        // About twice the limit, because each entry has 11 KiB now.
        let count = 6000
        try await store.transaction { transaction in
            for _ in 0..<count { try transaction.append([entry]) }
        }
        let all = try await store.transaction { try $0.signIns(after: 0, limit: 10 * count) }
        let bytes = all.reduce(0) { $0 + $1.size }
        #expect(bytes <= SignInLogLimits.bytes + 1 << 20 && bytes > SignInLogLimits.bytes / 2)
        #expect(all.last?.sequence == Int64(count) + 1)
        #expect(all.map(\.sequence) == Array((all.first?.sequence ?? 0)...Int64(count) + 1), "no gaps")
    }

    /// Settings start neutral, are read back as written, and raise the directory's version.
    package func settings() async throws {
        let store = try await makeStore()
        let (version, offset, errors) = try await store.transaction {
            (try $0.directoryVersion(), try $0.clockOffset(), try $0.forcedErrors())
        }
        #expect(offset == 0)
        #expect(errors.isEmpty)
        let forced = [
            ForcedError(endpoint: "token", count: 2, status: 429, retryAfter: 7, error: "e", number: 1, body: "html"),
            ForcedError(endpoint: "keys", count: 1, status: 500, body: "empty"),
            ForcedError(
                endpoint: "authorize", count: 1, status: 400, clientID: "c", user: "u@contoso.test", delay: 5,
                drops: true, answersTruly: true),
        ]
        let next = try await store.transaction { transaction in
            try transaction.setClockOffset(-3600)
            return try transaction.directoryVersion()
        }
        #expect(next > version)
        let last = try await store.transaction { transaction in
            try transaction.setForcedErrors(forced)
            return try transaction.directoryVersion()
        }
        #expect(last > next)
        try await expect(-3600, in: store) { try $0.clockOffset() }
        try await expect(forced, in: store) { try $0.forcedErrors() }
    }

    /// Housekeeping removes expired rows, and nothing else.
    package func purge() async throws {
        let store = try await makeStore()
        try await store.transaction { transaction in
            for number in [1, 2] {
                try transaction.put(Sample.session(number))
                try transaction.put(Sample.pending(number))
                try transaction.insert(Sample.code(number))
                try transaction.put(Sample.deviceCode(number))
                try transaction.insert(Sample.refreshToken(number, grant: "g", user: "u"))
            }
            // Of each pair, the first expires at 1000 and the second at 2000.
            #expect(try !transaction.purge(.init(expired: 2000, unused: 2000), atMost: 100))
        }
        for number in [1, 2] {
            let isKept = number == 2
            let hash = Sample.hash(number)
            let found = try await store.transaction { transaction in
                [
                    try transaction.session(idHash: hash) != nil, try transaction.pendingSignIn(idHash: hash) != nil,
                    try transaction.consumeAuthorizationCode(hash: hash, at: 1) != nil,
                    try transaction.deviceCode(hash: hash) != nil, try transaction.refreshToken(hash: hash) != nil,
                ]
            }
            #expect(found == Array(repeating: isKept, count: 5))
        }
    }

    /// Housekeeping removes no more rows of a kind at once than requested, returns whether there are more, and shortens
    /// the log from its beginning.
    package func purgeInPieces() async throws {
        let store = try await makeStore()
        try await store.transaction { transaction in
            for number in 1...5 {
                try transaction.put(Sample.session(number))
                try transaction.append([SignInLogEntry(time: Int64(number) * 1000, event: .codeIssued)])
            }
        }
        let horizon = PurgeHorizon(expired: 4500, logged: 4500)
        var rounds = 0
        while try await store.transaction({ try $0.purge(horizon, atMost: 2) }) { rounds += 1 }
        #expect(rounds == 2)
        for number in 1...5 {
            try await expect(number == 5, in: store) { try $0.session(idHash: Sample.hash(number)) != nil }
        }
        try await expect([5], in: store) { try $0.signIns(after: 0, limit: 9).map(\.sequence) }
    }

    /// Rows that wait for a user are bounded per address of the request; the one that would expire first makes room.
    package func waitingRows() async throws {
        let store = try await makeStore()
        let most = PendingLimits.perAddress
        try await store.transaction { transaction in
            for number in 1...(most + 20) {
                for (address, shift) in [("192.0.2.1", 0), ("192.0.2.2", 100_000)] where shift == 0 || number <= 10 {
                    var pending = Sample.pending(number + shift)
                    pending.address = address
                    try transaction.put(pending)
                    var code = Sample.deviceCode(number + shift)
                    code.userCodeHash = Sample.hash(number + shift + 1_000_000)
                    code.address = address
                    try transaction.put(code)
                }
            }
        }
        for (number, isKept) in [(1, false), (20, false), (21, true), (most + 20, true), (100_001, true)] {
            try await expect([isKept, isKept], in: store) { transaction in
                [
                    try transaction.pendingSignIn(idHash: Sample.hash(number)) != nil,
                    try transaction.deviceCode(hash: Sample.hash(number)) != nil,
                ]
            }
        }
        try await expect("192.0.2.2", in: store) { try $0.pendingSignIn(idHash: Sample.hash(100_001))?.address }
    }
}
