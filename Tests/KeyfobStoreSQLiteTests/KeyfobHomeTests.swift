import Foundation
import KeyfobCore
import KeyfobStoreSQLite
import Testing

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

    @Test("an environment without any home is a configuration error")
    func none() {
        for environment in [[:], ["HOME": ""], ["HOME": "relative", "XDG_DATA_HOME": "relative"]] {
            #expect { try KeyfobHome.resolve(environment: environment) } throws: { error in
                (error as? AuthError)?.code == .configuration
            }
        }
    }
}
