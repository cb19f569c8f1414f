import KeyfobOAuth

/// Stores the directory, with which the pages' forms are checked later in the same request.
enum DirectoryKept: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        draft.directory = directory
    }
}
