import KeyfobCore

/// The bearer token of the admin API, made at the first start and kept in a file that only its owner can read.
enum AdminToken {
    /// Reads the token, or makes one of 256 bits.
    static func token(in directory: DataDirectory, random: any RandomSource) throws(AuthError) -> Secret<String> {
        if let token = try directory.read(directory.adminToken) {
            guard token.utf8.count >= 32 else {
                throw .configuration(
                    "\(directory.adminToken) is damaged.", remedy: "Delete it: the next start writes another token.")
            }
            return Secret(token)
        }
        let token = random.token()
        try directory.write(token + "\n", to: directory.adminToken)
        return Secret(token)
    }
}
