import Foundation
import KeyfobConformance
import KeyfobDBus
import KeyfobTesting
import Testing

@Suite("The message bus", .repeatedIfKeyringTraps)
struct BusTests {
    @Test("values of every type survive a round trip over the bus")
    func values() async throws {
        let keyring = try await Keyring(password: nil)
        let receiver = try keyring.connect()
        let sender = try keyring.connect()
        let signal = DBusSignal("org.freedesktop.DBus", "NameAcquired")
        // The bus grants any client a name and confirms it: a response, and a signal.
        #expect(try receiver.call(.bus("RequestName", [.string("org.keyfob.Test"), .uint32(0)])) == [.uint32(1)])
        var names: [String?] = []
        while let values = try receiver.next(signal, timeoutSeconds: 10) {
            names.append(values.first?.text)
            if names.last == "org.keyfob.Test" { break }
        }
        #expect(names.last == "org.keyfob.Test")
        #expect(try sender.call(.bus("NameHasOwner", [.string("org.keyfob.Test")])) == [.boolean(true)])
        let found = try sender.call(.bus("ListNames")).first?.elements?.compactMap(\.text) ?? []
        #expect(found.contains("org.keyfob.Test") && found.contains("org.freedesktop.DBus"))
        // Credentials come as a dictionary of variants of several types.
        let credentials =
            try sender.call(
                .bus("GetConnectionCredentials", [.string("org.keyfob.Test")])
            ).first?.elements ?? []
        #expect(credentials.contains(.entry(.string("UnixUserID"), .variant(.uint32(geteuid())))))
    }

    @Test("containers that nest, and empty ones, survive a service that echoes properties")
    func containers() async throws {
        let keyring = try await Keyring()
        let bus = try keyring.connect()
        let attributes = DBusValue.strings(["a": "1", "b": ""])
        let session = try bus.call(
            DBusCall(
                "org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service", "OpenSession",
                [.string("plain"), .variant(.string(""))]))[1]
        let properties = DBusValue.variants([
            "org.freedesktop.Secret.Item.Attributes": attributes,
            "org.freedesktop.Secret.Item.Label": .string("grüße"),
        ])
        let secret = DBusValue.structure([session, .bytes([]), .bytes([0, 255, 7]), .string("text/plain")])
        let made = try bus.call(
            DBusCall(
                "org.freedesktop.secrets", Keyring.login, "org.freedesktop.Secret.Collection", "CreateItem",
                [properties, secret, .boolean(false)]))
        let item = try #require(made.first?.text)
        let read = try bus.call(
            .property("Attributes", of: "org.freedesktop.Secret.Item", "org.freedesktop.secrets", item))
        let entries = try #require(read.first?.elements)
        #expect(entries.contains(.entry(.string("a"), .string("1"))))
        #expect(entries.contains(.entry(.string("b"), .string(""))))
        let label = try bus.call(
            .property("Label", of: "org.freedesktop.Secret.Item", "org.freedesktop.secrets", item))
        #expect(label == [.variant(.string("grüße"))])
        let back = try bus.call(
            DBusCall("org.freedesktop.secrets", item, "org.freedesktop.Secret.Item", "GetSecret", [session]))
        #expect(back.first?.elements?[2] == .bytes([0, 255, 7]))
    }

    @Test("a bus that ends is an error of the next call, and of every later one")
    func gone() async throws {
        let keyring = try await Keyring(password: nil)
        let bus = try keyring.connect()
        await keyring.killBus()
        for _ in 0..<2 { #expect(throws: DBusError.self) { try bus.call(.bus("ListNames")) } }
    }

    @Test("errors carry the name that the other side set")
    func names() async throws {
        let keyring = try await Keyring(password: nil)
        let bus = try keyring.connect()
        #expect { try bus.call(.bus("NoSuchMethod")) } throws: {
            ($0 as? DBusError)?.name == "org.freedesktop.DBus.Error.UnknownMethod"
        }
        #expect { try bus.call(DBusCall("org.keyfob.Nobody", "/", "org.keyfob.X", "Y")) } throws: {
            ($0 as? DBusError)?.name == "org.freedesktop.DBus.Error.ServiceUnknown"
        }
    }

    @Test("values that D-Bus does not allow are refused before they are sent")
    func refused() async throws {
        let keyring = try await Keyring(password: nil)
        let bus = try keyring.connect()
        for argument in [DBusValue.string("a\0b"), .objectPath("no path"), .array(of: "s", [.uint32(1)])] {
            #expect { try bus.call(.bus("NameHasOwner", [argument])) } throws: {
                ($0 as? DBusError)?.name == DBusError.malformed
            }
        }
        #expect(try bus.call(.bus("NameHasOwner", [.string("org.keyfob.Test")])) == [.boolean(false)])
    }

    @Test("a machine without libsystemd gets an error message, and nothing ends")
    func missingLibrary() {
        #expect {
            try DBusConnection(
                DBusAddress("unix:path=/nowhere"), timeoutSeconds: 1, libraryName: "libsystemd.so.of-another-world")
        } throws: { error in
            guard let error = error as? DBusError else { return false }
            return error.name == DBusError.libraryMissing && error.message.contains("install libsystemd0")
        }
        // An existing library that is another one.
        #expect {
            try DBusConnection(DBusAddress("unix:path=/nowhere"), timeoutSeconds: 1, libraryName: "libc.so.6")
        } throws: { ($0 as? DBusError)?.message.contains("it has no sd_bus_new") == true }
    }

    @Test(
        "an address where no bus listens is an error, at once",
        arguments: ["unix:path=/nowhere/bus", "nonsense", "", "unix:path=/dev/null"])
    func nobody(address: String) {
        #expect { try DBusConnection(DBusAddress(address), timeoutSeconds: 1) } throws: {
            ($0 as? DBusError)?.name == DBusError.unreachable
        }
    }

    @Test("a bus that accepts and sends nothing times out")
    func silent() async throws {
        let directory = try TemporaryDirectory("keyfob-silent")
        defer { directory.remove() }
        let descriptor = try SilentSocket.listen(directory.path + "/bus")
        defer { close(descriptor) }
        #expect {
            try DBusConnection(DBusAddress("unix:path=\(directory.path)/bus"), timeoutSeconds: 0.2)
        } throws: { ($0 as? DBusError)?.message.contains("in time") == true }
    }

    @Test("the session bus is found as the specification requires")
    func addresses() async throws {
        let keyring = try await Keyring(password: nil)
        let run = keyring.directory.path + "/r un"
        try FileManager.default.createDirectory(atPath: run, withIntermediateDirectories: false)
        #expect(DBusAddress(sessionOf: [:]) == nil)
        #expect(DBusAddress(sessionOf: ["XDG_RUNTIME_DIR": run]) == nil)
        try FileManager.default.createSymbolicLink(
            atPath: run + "/bus", withDestinationPath: keyring.directory.path + "/socket")
        let found = try #require(DBusAddress(sessionOf: ["XDG_RUNTIME_DIR": run]))
        #expect(found.description.hasSuffix("/r%20un/bus"))
        #expect(try DBusConnection(found, timeoutSeconds: 10).call(.bus("GetId")).count == 1)
        let named = DBusAddress(sessionOf: ["DBUS_SESSION_BUS_ADDRESS": "tcp:host=x", "XDG_RUNTIME_DIR": run])
        #expect(named == DBusAddress("tcp:host=x"))
        #expect(named?.isLocal == false && found.isLocal)
        #expect(!DBusAddress("unix:path=/a;tcp:host=x").isLocal)
    }

    @Test("a value never shows its content")
    func redaction() {
        let value = DBusValue.structure([.string("needle"), .variant(.bytes(Array("needle".utf8)))])
        var dumped = ""
        dump(value, to: &dumped)
        for text in ["\(value)", String(reflecting: value), dumped] { #expect(!text.contains("needle")) }
        #expect("\(value)" == "<(sv)>")
    }
}
