import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobTesting

/// The archives of `Tests/Vectors/adal`, and Python's parser of property lists.
enum Archives {
    static let client = "11112222-3333-4444-5555-666677778888"
    static let tenant = "99990000-aaaa-4bbb-8ccc-ddddeeeeffff"

    static func bytes(_ name: String) throws -> [UInt8] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return Array(try Data(contentsOf: tests.appending(path: "Vectors/adal/\(name)")))
    }

    /// Returns the contents of a keyed archive according to Python's `plistlib`, as JSON: each object is `{"": class,
    /// member: ...}`, each dictionary `{"": class, "pairs": [[key, value]]}`.
    static func seenByPython(_ archive: [UInt8]) throws -> JSONValue {
        let file = FileManager.default.temporaryDirectory.appending(path: "keyfob-archive-\(UUID().uuidString)")
        try Data(archive).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let (status, text) = try WaitingProcess.run(["python3", "-c", reader, file.path()])
        guard status == 0 else { throw PropertyListError("Python cannot read it.") }
        return try JSONValue(parsing: text)
    }

    private static let reader = """
        import json, plistlib, sys
        plist = plistlib.load(open(sys.argv[1], "rb"), fmt=plistlib.FMT_BINARY)
        assert plist["$archiver"] == "NSKeyedArchiver" and plist["$version"] == 100000
        objects = plist["$objects"]
        def value(v):
            if isinstance(v, plistlib.UID): v = objects[v.data] if v.data else None
            if isinstance(v, bytes): return v.hex()
            if isinstance(v, list): return [value(o) for o in v]
            if not isinstance(v, dict): return v
            names = objects[v["$class"].data]
            assert names["$classname"] == names["$classes"][0] and names["$classes"][-1] == "NSObject"
            out = {"": names["$classname"]}
            if "NS.keys" in v:
                out["pairs"] = [[value(k), value(o)] for k, o in zip(v["NS.keys"], v["NS.objects"])]
                return out
            return out | {k: value(o) for k, o in v.items() if k != "$class"}
        print(json.dumps(value(plist["$top"]["root"])))
        """
}
