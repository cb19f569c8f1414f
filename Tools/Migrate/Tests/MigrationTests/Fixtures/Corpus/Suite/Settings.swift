import Foundation

/// What the apps of the suite share.
enum Settings {
    static let clientID = "aaaaaaaa-0000-4000-8000-000000000002"
    static let redirectURI = URL(string: "x-msauth-suite://com.contoso.suite")!
    static let authority = "https://login.microsoftonline.com/contoso.com"
    static let resource = "https://files.contoso.com/"
}
