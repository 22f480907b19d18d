import ControlAPI

extension ControlClient {
  /// Why something cannot be done with a light; where none was named and none can be chosen, with those that could have been.
  func failure(_ error: ControlError, cannot verb: String, _ light: String?) async -> Failure {
    switch error {
    case .lights(.noLights):
      var failure = Failure(error, cannot: verb, "light")
      failure.hint = await alternatives()
      return failure
    case .lights(.ambiguousLight(_, let known)) where light == nil:
      let names = known.joined(separator: ", ")
      return Failure(
        status: .noSuchLight,
        reason: "cannot choose 'light': there are \(names)",
        hint: "name one of them"
      )
    default: return Failure(error, cannot: verb, light ?? "light")
    }
  }

  private func alternatives() async -> String {
    let lights = (try? await lights()) ?? []
    if lights.isEmpty { return "there is no other light either" }
    return "name one of those there are: " + lights.map { "\($0.id) (\($0.kind.rawValue))" }.joined(separator: ", ")
  }
}
