#if Server
public import ArgumentParser
import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobStoreSecretService

/// `--cache-keyring`: whose token cache in the desktop's keyring.
public enum CacheKeyring: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// The Azure command line, where it is told to encrypt its cache.
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
    /// Any app on msal-extensions for Python that chose no schema of its own.
    case msalExtensions = "msal-extensions"

    /// Whether `--cache-file` has to name the signal file, as no place for it is agreed on.
    var needsFile: Bool { self == .azureAuth || self == .msalExtensions }

    /// The item in the keyring.
    ///
    /// - Parameter signalPath: after which msal-extensions names the item if nobody else does.
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

    /// The file whose time of change tells of changes, where the program has it; the lock file is beside it.
    ///
    /// - Throws: `AuthError` with code `configuration` if that is under the user's home and there is none.
    func signalPath(environment: [String: String]) throws(AuthError) -> String {
        if self == .azureCLI, let folder = environment["AZURE_CONFIG_DIR"], !folder.isEmpty {
            return URL(fileURLWithPath: folder).standardizedFileURL.path + "/msal_token_cache.sig"
        }
        guard let home = environment["HOME"], home.hasPrefix("/"), let file = fileInHome else {
            throw .configuration(
                "It is not known where the signal file of \(rawValue) is.", remedy: "Name it with --cache-file.")
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
