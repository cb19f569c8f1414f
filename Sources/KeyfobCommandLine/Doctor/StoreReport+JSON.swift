#if Server
package import KeyfobCore
package import KeyfobStoreSQLite

extension StoreReport {
    /// The report as the JSON of `keyfob doctor --json`.
    package var json: JSONValue {
        var key: [String: JSONValue] = [
            "place": keyPlace.map { .string($0) } ?? .null, "id": keyID.map { .string($0) } ?? .null,
            "formerKeys": .integer(formerKeys),
        ]
        switch self.key {
        case .reachable: key["reachable"] = .bool(true)
        case .unreachable(let error):
            key["reachable"] = .bool(false)
            key["error"] = error.doctorJSON
        case .unknown: key["reachable"] = .null
        }
        return [
            "accessGroup": .string(group), "path": .string(path), "schema": .strings(schema), "key": .object(key),
            "accounts": .integer(accounts),
            "entities": .object(entities.mapValues { .integer($0) }), "setAside": .strings(setAside),
            "files": .array(files.map { ["path": .string($0.path), "mode": .string($0.modeText)] }),
            "problems": .array(problems.map(\.doctorJSON)),
        ]
    }
}

extension StoreReport.File {
    /// The mode in octal, as an argument of `chmod`.
    var modeText: String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension AuthError {
    fileprivate var doctorJSON: JSONValue {
        var members: [String: JSONValue] = ["code": .string(code.rawValue), "message": .string(message)]
        members["remedy"] = remedy.map { .string($0) }
        return .object(members)
    }
}
#endif
