import Foundation
import KeyfobCore
import KeyfobIdPModel
import Testing

extension IdPStoreConformance {
    /// A removed user is found by nothing, pages of users have no gaps or repetitions, and what is stored for a user is
    /// removed with ``IdPTransaction/removeRecords(userID:)``.
    package func removedUsers() async throws {
        let store = try await makeStore()
        try await store.transaction { transaction in
            for number in 1...7 { try transaction.put(Sample.user(number)) }
            var other = Sample.user(8)
            other.tenantID = "other"
            try transaction.put(other)
            try transaction.removeUser(objectID: "object-3")
            try transaction.removeUser(objectID: "zeno")
            for (user, client) in [("object-1", "c"), (Consent.assignment, "object-1"), ("object-2", "c")] {
                try transaction.put(
                    Consent(tenantID: "tenant", userID: user, clientID: client, resourceID: "r", scopes: ["s"]))
            }
            try transaction.put(UserFactors(userID: "object-1", phoneNumber: "+1"))
            try transaction.put(Lockout(userID: "object-1"))
            try transaction.insert(Sample.refreshToken(1, grant: "g", user: "object-1"))
            try transaction.removeRecords(userID: "object-1")
        }
        let name = Sample.user(3).userPrincipalName
        try await expect(nil, in: store) { try $0.user(userPrincipalName: name) }
        try await expect(nil, in: store) { try $0.user(objectID: "object-3") }
        let pages = try await store.transaction { transaction -> [[String]] in
            var pages: [[String]] = []
            var position: Int64? = 0
            while let start = position {
                let page = try transaction.users(tenantID: "tenant", after: start, limit: 2)
                pages.append(page.users.map(\.objectID))
                position = page.next
            }
            return pages
        }
        #expect(pages == [["object-1", "object-2"], ["object-4", "object-5"], ["object-6", "object-7"]])
        try await expect(6, in: store) { try $0.objectCount(tenantID: "tenant") }
        try await expect([], in: store) { try $0.users(tenantID: "tenant", after: .max, limit: 2).users }
        try await expect(["object-2"], in: store) { try $0.consents(tenantID: "tenant").map(\.userID) }
        try await expect(nil, in: store) { try $0.factors(userID: "object-1")?.phoneNumber }
        try await expect(true, in: store) { try $0.refreshToken(hash: Sample.hash(1)) == nil }
        // The same user may be added again.
        try await store.transaction { try $0.put(Sample.user(3)) }
        try await expect("object-3", in: store) { try $0.users().last?.objectID }
    }

    /// Deleted objects are kept by id until their time has come, and what belongs to them goes with them.
    package func deletedItems() async throws {
        let store = try await makeStore()
        let application = String(decoding: try JSONEncoder().encode(Sample.application("a")), as: UTF8.self)
        func item(_ kind: DeletedItem.Kind, _ id: String, at time: Int64, _ text: String = "{}") -> DeletedItem {
            DeletedItem(kind: kind, id: id, tenantID: "t", deletedAt: time, document: text, groups: ["g1", "g2"])
        }
        let items = [
            item(.user, "u", at: 10), item(.application, "a", at: 20, application), item(.group, "g", at: 30),
        ]
        try await store.transaction { transaction in
            try transaction.put(Sample.application("a"))
            let version = try transaction.directoryVersion()
            try transaction.removeApplication(appID: "a")
            #expect(try transaction.directoryVersion() > version)
            for item in items { try transaction.put(item) }
            for client in ["a", "b"] {
                try transaction.put(
                    Consent(tenantID: "t", userID: "u", clientID: client, resourceID: "r", scopes: ["s"]))
            }
            try transaction.put(
                Consent(tenantID: "t", userID: "x", clientID: "b", resourceID: "a", scopes: ["s"]))
        }
        try await expect([], in: store) { try $0.applications() }
        try await expect(items, in: store) { try $0.deletedItems(tenantID: "t") }
        try await expect(items.count, in: store) { try $0.objectCount(tenantID: "t") }
        try await expect([], in: store) { try $0.deletedItems(tenantID: "other") }
        try await expect(items[1], in: store) { try $0.deletedItem(id: "a") }
        try await store.transaction { transaction in
            #expect(try transaction.purge(.init(deleted: 25), atMost: 1))
            while try transaction.purge(.init(deleted: 25), atMost: 1) {}
        }
        try await expect([items[2]], in: store) { try $0.deletedItems(tenantID: "t") }
        try await expect([], in: store) { try $0.consents(tenantID: "t") }
        try await store.transaction { try $0.removeDeletedItem(id: "g") }
        try await expect(nil, in: store) { try $0.deletedItem(id: "g") }
    }

    /// The log is read from its end too.
    package func signInLogBackwards() async throws {
        let store = try await makeStore()
        try await store.transaction { transaction in
            try transaction.append((1...5).map { SignInLogEntry(time: Int64($0), event: .codeIssued) })
        }
        try await expect([5, 4], in: store) { try $0.signIns(before: .max, limit: 2).map(\.sequence) }
        try await expect([2, 1], in: store) { try $0.signIns(before: 3, limit: 9).map(\.sequence) }
    }
}
