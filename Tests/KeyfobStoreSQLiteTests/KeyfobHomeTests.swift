import Foundation
import KeyfobCore
import KeyfobStoreSQLite
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("The home of Keyfob's files")
struct KeyfobHomeTests {
    @Test("KEYFOB_HOME takes precedence over the platform's data directory")
    func order() throws {
        let all = ["KEYFOB_HOME": "/k/h/", "XDG_DATA_HOME": "/x", "HOME": "/home/ada"]
        #expect(try KeyfobHome.resolve(environment: all) == "/k/h")
        #expect(try KeyfobHome.resolve(environment: ["XDG_DATA_HOME": "/x", "HOME": "/home/ada"]) == "/x/keyfob")
    }

    @Test("a relative KEYFOB_HOME is refused: it would mean another store in each working directory")
    func relative() {
        #expect { try KeyfobHome.resolve(environment: ["KEYFOB_HOME": "some/home", "HOME": "/home/ada"]) } throws: {
            let error = $0 as? AuthError
            return error?.code == .configuration && error?.message.contains("some/home") == true
        }
    }

    @Test("a home whose name was not UTF-8 is a configuration error that names the variable")
    func encoding() {
        for variable in ["KEYFOB_HOME", "XDG_DATA_HOME", "HOME"] {
            #expect { try KeyfobHome.resolve(environment: [variable: "/h\u{FFFD}"]) } throws: { error in
                let error = error as? AuthError
                return error?.code == .configuration && error?.message.hasPrefix(variable) == true
            }
        }
    }

    @Test(
        "a home that other users can change is refused, with the command that closes it",
        arguments: [0o777, 0o1777, 0o720])
    func openToOthers(mode: Int) throws {
        let home = try TemporaryHome()
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: home.path)
        for environment in [["KEYFOB_HOME": home.path], ["KEYFOB_HOME": home.path + "/"]] {
            #expect { try KeyfobHome.resolve(environment: environment) } throws: {
                let error = $0 as? AuthError
                return error?.code == .storeUnavailable && error?.message == "\(home.path) is open to other users."
                    && error?.remedy == "Close it with: chmod go= \(home.path)"
            }
        }
        let link = home.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: home.path)
        #expect(throws: AuthError.self) { try KeyfobHome.resolve(environment: ["KEYFOB_HOME": link]) }
    }

    @Test(
        "a home that others can only list is accepted, and so is one that is not there yet", arguments: [0o700, 0o755])
    func closed(mode: Int) throws {
        let home = try TemporaryHome()
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: home.path)
        for path in [home.path, home.path + "/a/b"] {
            #expect(try KeyfobHome.resolve(environment: ["KEYFOB_HOME": path]) == path)
        }
    }

    @Test("a home of another user is refused, and so is a file")
    func ofAnotherUser() throws {
        let home = try TemporaryHome()
        let foreign = geteuid() == 0 ? home.path : "/"
        if geteuid() == 0 { try #require(chown(home.path, 65_534, 65_534) == 0) }
        #expect { try KeyfobHome.resolve(environment: ["KEYFOB_HOME": foreign]) } throws: {
            let error = $0 as? AuthError
            return error?.code == .storeUnavailable && error?.message == "\(foreign) belongs to another user."
                && error?.remedy?.contains("KEYFOB_HOME") == true
        }
        let file = try TemporaryHome()
        try Data().write(to: URL(fileURLWithPath: file.path + "/file"))
        #expect { try KeyfobHome.resolve(environment: ["KEYFOB_HOME": file.path + "/file"]) } throws: {
            ($0 as? AuthError)?.message.contains("is not a directory") == true
        }
    }

    @Test("an environment without any home is a configuration error")
    func none() {
        for environment in [[:], ["HOME": ""], ["HOME": "relative", "XDG_DATA_HOME": "relative"]] {
            #expect { try KeyfobHome.resolve(environment: environment) } throws: { error in
                (error as? AuthError)?.code == .configuration
            }
        }
    }
}
