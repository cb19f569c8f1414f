/// The port to named pasteboards (`UIPasteboard(name:create:)`), on which a broker that is installed later finds the
/// request that it was needed for.
package protocol BrokerPasteboard: Sendable {
    /// Puts a URL on a pasteboard, replacing its contents.
    func put(_ url: String, on name: String) async
}
