import KeyfobOAuth

/// Keeps the directory, by which the pages' answers are judged later in the same request.
enum DirectoryKept: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        draft.directory = directory
    }
}
