import KeyfobConformance
import KeyfobDBus
import KeyfobTesting
import Testing

extension Keyring {
    static let login = "/org/freedesktop/secrets/collection/login"

    /// Locks the login keyring.
    func lock() throws {
        let paths = DBusValue.array(of: "o", [.objectPath(Self.login)])
        let answer = try connect().call(
            DBusCall(
                "org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service", "Lock", [paths]
            ))
        #expect(answer.first?.elements?.map(\.text) == [Self.login])
    }

    /// Opens the login keyring again, as signing in at the desktop does.
    func unlock(password: String = "correct horse") throws {
        let bus = try connect()
        let session = try bus.call(
            DBusCall(
                "org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service", "OpenSession",
                [.string("plain"), .variant(.string(""))]))[1]
        let master = DBusValue.structure([
            session, .bytes([]), .bytes(Array(password.utf8)), .string("text/plain"),
        ])
        _ = try bus.call(
            DBusCall(
                "org.freedesktop.secrets", "/org/freedesktop/secrets",
                "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface", "UnlockWithMasterPassword",
                [.objectPath(Self.login), master]))
    }

    /// Returns the output of `secret-tool`.
    func secretTool(_ arguments: [String], input: String = "") async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(
            "/usr/bin/env", ["secret-tool"] + arguments, environment: environment, input: input)
    }
}
