/// The addresses of the portal's pages.
enum PortalAddress {
    /// Whether a text is the path of a page of the portal, so that no parameter can lead elsewhere.
    static func isPage(_ path: String) -> Bool {
        guard path == "/portal" || path.hasPrefix("/portal/"), path.utf8.count <= 512, !path.contains("//") else {
            return false
        }
        let isPlain = path.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
                || [0x2F, 0x2D, 0x2E, 0x5F].contains(byte)
        }
        return isPlain && !path.split(separator: "/").contains { $0 == ".." || $0 == "." }
    }
}
