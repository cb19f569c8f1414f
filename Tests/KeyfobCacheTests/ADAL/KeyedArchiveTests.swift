import Foundation
import KeyfobCache
import KeyfobCore
import Testing

@Suite("Keyed archives")
struct KeyedArchiveTests {
    private let value = ArchivedValue.dictionary(
        ArchivedDictionary(
            [
                ArchivedDictionary.Entry(.string("text"), .string("Zoë")),
                ArchivedDictionary.Entry(.string("date"), .date(Date(timeIntervalSinceReferenceDate: 1_000.5))),
                ArchivedDictionary.Entry(.string("number"), .integer(-5)),
                ArchivedDictionary.Entry(.string("real"), .real(1.25)),
                ArchivedDictionary.Entry(.string("data"), .data([1, 2, 3])),
                ArchivedDictionary.Entry(.string("list"), .array([.string("Zoë"), .bool(true)], isMutable: false)),
            ], isMutable: true))

    @Test("values survive a round trip, including objects of any class and objects as keys")
    func roundTrip() throws {
        let object = ArchivedObject(
            classes: ["Special", "Base", "NSObject"],
            members: [
                "inline": .primitive(.bool(true)), "absent": .null, "many": .references([.string("a"), .null]),
                "inner": .object(ArchivedObject("NSNull", [:])),
            ])
        let all = ArchivedValue.dictionary(
            ArchivedDictionary([ArchivedDictionary.Entry(.object(object), value)]))
        #expect(try KeyedArchive.decode(KeyedArchive.encode(all)) == all)
    }

    @Test("Foundation's unarchiver reads our archives")
    func foundationReads() throws {
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(KeyedArchive.encode(value)))
        let classes: [AnyClass] = [
            NSDictionary.self, NSString.self, NSDate.self, NSNumber.self, NSData.self, NSArray.self,
        ]
        let read = try #require(
            unarchiver.decodeObject(of: classes, forKey: NSKeyedArchiveRootObjectKey) as? NSDictionary)
        #expect(read["text"] as? String == "Zoë")
        #expect((read["date"] as? Date)?.timeIntervalSinceReferenceDate == 1_000.5)
        #expect((read["number"] as? NSNumber)?.intValue == -5)
        #expect((read["real"] as? NSNumber)?.doubleValue == 1.25)
        #expect(read["data"] as? Data == Data([1, 2, 3]))
        #expect((read["list"] as? NSArray)?.count == 2)
    }

    @Test("archives of Foundation's archiver are read")
    func foundationWrites() throws {
        let archive = try NSKeyedArchiver.archivedData(
            withRootObject: NSDictionary(dictionary: [
                "text": NSString(string: "Zoë"), "date": NSDate(timeIntervalSinceReferenceDate: 1_000.5),
                "number": NSNumber(value: -5),
            ]), requiringSecureCoding: true)
        let read = try #require(try KeyedArchive.decode(Array(archive)).dictionaryValue)
        #expect(read["text"] == .string("Zoë"))
        #expect(read["date"] == .date(Date(timeIntervalSinceReferenceDate: 1_000.5)))
        #expect(read["number"]?.doubleValue == -5)
    }

    @Test("Python's plistlib finds the classes and the values")
    func python() throws {
        let seen = try Archives.seenByPython(KeyedArchive.encode(value))
        #expect(seen[""] == "NSMutableDictionary")
        #expect(seen["pairs"]?.arrayValue?.first == ["text", "Zoë"])
        let date = seen["pairs"]?.arrayValue?[1].arrayValue?[1]
        #expect(date?[""] == "NSDate")
        #expect(date?["NS.time"]?.doubleValue == 1_000.5)
    }

    @Test("circular objects, missing objects and other archives are refused")
    func refused() {
        func archive(_ objects: [PropertyListValue], root: UInt32 = 1, version: Int64 = 100_000) -> [UInt8] {
            BinaryPropertyList.encode(
                .dictionary([
                    "$archiver": .string("NSKeyedArchiver"), "$version": .integer(version),
                    "$objects": .array(objects), "$top": .dictionary(["root": .uid(root)]),
                ]))
        }
        let null = PropertyListValue.string("$null")
        let list = PropertyListValue.dictionary(["$classname": .string("NSArray"), "$classes": .array([])])
        func holding(_ uids: UInt32...) -> PropertyListValue {
            .dictionary(["$class": .uid(2), "NS.objects": .array(uids.map { .uid($0) })])
        }
        #expect(throws: Never.self) { try KeyedArchive.decode(archive([null, holding(3, 3), list, .string("x")])) }
        #expect(throws: PropertyListError.self) { try KeyedArchive.decode(archive([null, holding(1), list])) }
        #expect(throws: PropertyListError.self) { try KeyedArchive.decode(archive([null, holding(9), list])) }
        #expect(throws: PropertyListError.self) { try KeyedArchive.decode(archive([null, .uid(1), list])) }
        #expect(throws: PropertyListError.self) {
            try KeyedArchive.decode(archive([null, .string("x")], version: 7))
        }
        #expect(throws: PropertyListError.self) { try KeyedArchive.decode(archive([null], root: .max)) }
        #expect(throws: PropertyListError.self) { try KeyedArchive.decode(BinaryPropertyList.encode(.array([]))) }
    }
}
