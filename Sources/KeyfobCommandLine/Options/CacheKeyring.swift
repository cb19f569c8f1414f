#if Server
import ArgumentParser
import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobStoreSecretService

/// `--cache-keyring`: the program whose token cache in the desktop's keyring is used.
package enum CacheKeyring: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// The Azure command line, if it encrypts its cache.
    case azureCLI = "azure-cli"
    /// azure-identity for Python.
    case azureIdentity = "azure-identity"
    /// The same, for tokens with continuous access evaluation.
    case azureIdentityCAE = "azure-identity-cae"
    /// azure-identity for JavaScript.
    case azureIdentityNode = "azure-identity-node"
    /// Git Credential Manager.
    case gitCredentialManager = "git-credential-manager"
    /// AzureAuth.
    case azureAuth = "azureauth"
    /// Any app with msal-extensions for Python that has no schema of its own.
    case msalExtensions = "msal-extensions"

    /// Whether `--cache-file` must name the signal file, because it has no fixed path.
    var needsFile: Bool { self == .azureAuth || self == .msalExtensions }

    /// The item in the keyring.
    ///
    /// - Parameter signalPath: the path that msal-extensions derives the item's name from.
    func schema(signalPath: String) -> SharedCacheSchema {
        switch self {
        case .azureCLI: .azureCLI
        case .azureIdentity: .azureIdentityPython(continuousAccess: false)
        case .azureIdentityCAE: .azureIdentityPython(continuousAccess: true)
        case .azureIdentityNode:
            .msalNode(service: "Microsoft.Developer.IdentityService", account: "MSALCache")
        case .gitCredentialManager: .msalNet
        case .azureAuth: .azureAuth
        case .msalExtensions:
            .msalExtensions(schema: Hex.encode(Digest.sha256(Array(signalPath.utf8))))
        }
    }

    /// The file whose modification time signals changes, at the program's path; the lock file is next to it.
    ///
    /// - Throws: `AuthError` with code `configuration` if the file is in the user's home and there is no home.
    func signalPath(environment: [String: String]) throws(AuthError) -> String {
        if self == .azureCLI, let folder = environment["AZURE_CONFIG_DIR"], !folder.isEmpty {
            return URL(fileURLWithPath: folder).standardizedFileURL.path + "/msal_token_cache.sig"
        }
        guard let home = environment["HOME"], home.hasPrefix("/"), let file = fileInHome else {
            throw .configuration(
                "The path of the signal file of \(rawValue) is unknown.", remedy: "Name it with --cache-file.")
        }
        return home + "/" + file
    }

    private var fileInHome: String? {
        switch self {
        case .azureCLI: ".azure/msal_token_cache.sig"
        case .azureIdentity, .azureIdentityNode: ".IdentityService/msal.cache.nocae"
        case .azureIdentityCAE: ".IdentityService/msal.cache.cae"
        case .gitCredentialManager: ".local/.IdentityService/msal.cache"
        case .azureAuth, .msalExtensions: nil
        }
    }
}
#endif
