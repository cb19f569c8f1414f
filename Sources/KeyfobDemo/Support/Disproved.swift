#if Server
/// The error of a claim that did not hold, with the actual finding.
struct Disproved: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// Fails the claim where a condition does not hold.
func require(_ condition: Bool, _ otherwise: @autoclosure () -> String) throws {
    guard condition else { throw Disproved(otherwise()) }
}

/// Fails the claim where an app's request failed.
func requireSuccess(_ answer: AppResult, _ app: String) throws {
    try require(answer.succeeded, "\(app): \(answer.code): \(answer.message)")
}

/// Fails the claim where an app did not fail with the given code.
func require(_ answer: AppResult, failedWith code: String, _ app: String) throws {
    try require(
        !answer.succeeded && answer.code == code,
        "\(app) should have failed with \(code), but " + (answer.succeeded ? "succeeded" : "failed with \(answer.code)")
    )
}
#endif
