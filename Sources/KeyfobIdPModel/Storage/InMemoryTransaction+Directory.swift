extension InMemoryTransaction {
    func directoryVersion() -> Int64 { tables.version }

    func tenants() -> [Tenant] { tables.tenants }

    func put(_ tenant: Tenant) {
        Self.replace(&tables.tenants, by: tenant) { $0.id == tenant.id }
        tables.version += 1
    }

    func applications() -> [Application] { tables.applications }

    func put(_ application: Application) {
        Self.replace(&tables.applications, by: application) { $0.appID == application.appID }
        tables.version += 1
    }

    func removeApplication(appID: String) {
        tables.applications.removeAll { $0.appID == appID }
        tables.version += 1
    }

    func user(objectID: String) -> User? { tables.users[objectID] }

    func user(userPrincipalName: String) -> User? {
        tables.userNames[userPrincipalName.lowercased()].flatMap { tables.users[$0] }
    }

    func guest(of homeUserID: String, in tenantID: String) -> User? {
        users().first { $0.homeUserID == homeUserID && $0.tenantID == tenantID }
    }

    func users() -> [User] { tables.userOrder.compactMap { tables.users[$0] } }

    func hasDemonstrationUsers() -> Bool { tables.users.values.contains(where: \.isDemonstration) }

    func users(tenantID: String, after position: Int64, limit: Int) -> UserPage {
        var page = UserPage(users: [], next: nil)
        for index in max(0, Int(clamping: position))..<max(tables.userOrder.count, Int(clamping: position)) {
            guard let user = tables.users[tables.userOrder[index]], user.tenantID == tenantID else { continue }
            if page.users.count == limit { return page }
            page.users.append(user)
            page.next = Int64(index) + 1
        }
        page.next = nil
        return page
    }

    func removeUser(objectID: String) {
        guard let user = tables.users.removeValue(forKey: objectID) else { return }
        tables.userNames[user.userPrincipalName.lowercased()] = nil
        // The positions of the others stay.
        if let index = tables.userOrder.firstIndex(of: objectID) { tables.userOrder[index] = "" }
    }

    func put(_ user: User) {
        if let old = tables.users[user.objectID] {
            tables.userNames[old.userPrincipalName.lowercased()] = nil
        } else {
            tables.userOrder.append(user.objectID)
        }
        tables.users[user.objectID] = user
        tables.userNames[user.userPrincipalName.lowercased()] = user.objectID
    }

    func lockout(userID: String) -> Lockout? { tables.lockouts[userID] }

    func put(_ lockout: Lockout) { tables.lockouts[lockout.userID] = lockout }

    func signingKeys() -> [StoredSigningKey] { tables.signingKeys }

    func put(_ key: StoredSigningKey) {
        Self.replace(&tables.signingKeys, by: key) { $0.keyID == key.keyID }
        tables.version += 1
    }

    func removeSigningKey(keyID: String) {
        tables.signingKeys.removeAll { $0.keyID == keyID }
        tables.version += 1
    }

    static func replace<Row>(_ rows: inout [Row], by row: Row, where isSame: (Row) -> Bool) {
        if let index = rows.firstIndex(where: isSame) {
            rows[index] = row
        } else {
            rows.append(row)
        }
    }
}
