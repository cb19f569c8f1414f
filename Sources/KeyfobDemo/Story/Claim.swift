#if Server
/// One row of the story: a sentence, and how it is proved.
struct Claim: Sendable {
    let sentence: String
    /// Proves the sentence and returns the evidence; throws ``Disproved`` if it does not hold.
    let prove: @Sendable (Stage) async throws -> String
    /// Whether it rests on the device's word about who asks, which is worth nothing where all apps share a user id.
    let needsCallers: Bool

    init(
        _ sentence: String, needsCallers: Bool = false, prove: @escaping @Sendable (Stage) async throws -> String
    ) {
        self.sentence = sentence
        self.needsCallers = needsCallers
        self.prove = prove
    }
}

/// A claim that did not hold, with what was found instead.
struct Disproved: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// Stops the proof of a claim where a condition does not hold.
func require(_ condition: Bool, _ otherwise: @autoclosure () -> String) throws {
    guard condition else { throw Disproved(otherwise()) }
}

/// Stops the proof of a claim where an app did not get what it asked for.
func requireSuccess(_ answer: Answer, _ app: String) throws {
    try require(answer.succeeded, "\(app): \(answer.code): \(answer.message)")
}

/// Stops the proof of a claim where an app did not fail in the way it should.
func require(_ answer: Answer, failedWith code: String, _ app: String) throws {
    try require(
        !answer.succeeded && answer.code == code,
        "\(app) should have failed with \(code), but " + (answer.succeeded ? "succeeded" : "failed with \(answer.code)")
    )
}
#endif
