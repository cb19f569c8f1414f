#if Server
import KeyfobCommandLine
import KeyfobCore

/// `keyfob logout --revoke`, run by `keyfob-signin`, which has the network.
struct PassedOnRevocation: TokenRevocation {
    init(store: StoreOptions, trust: TrustOptions, log: DiagnosticLog) throws(AuthError) {
        try SiblingTool("keyfob-signin").become(CommandTool.arguments)
    }

    func revoke(_ accounts: [SignedInAccount], _ chosen: LogoutChoice) async -> [RevocationFailure] { [] }
}
#endif
