extension InMemoryTransaction {
    func directoryObjects() -> [DirectoryObject] { tables.directoryObjects }

    func put(_ object: DirectoryObject) {
        Self.replace(&tables.directoryObjects, by: object) {
            $0.kind == object.kind && $0.tenantID == object.tenantID && $0.id == object.id
        }
        tables.version += 1
    }

    func removeDirectoryObject(_ kind: DirectoryObject.Kind, id: String, tenantID: String) {
        tables.directoryObjects.removeAll { $0.kind == kind && $0.tenantID == tenantID && $0.id == id }
        tables.version += 1
    }

    func factors(userID: String) -> UserFactors? { tables.factors[userID] }

    func put(_ factors: UserFactors) { tables.factors[factors.userID] = factors }

    func appEnrollment(id: String) -> AppEnrollment? { tables.appEnrollments.first { $0.id == id } }

    func appEnrollments(tenantID: String) -> [AppEnrollment] {
        tables.appEnrollments.filter { $0.tenantID == tenantID }
    }

    func put(_ enrollment: AppEnrollment) {
        Self.replace(&tables.appEnrollments, by: enrollment) { $0.id == enrollment.id }
    }
}
