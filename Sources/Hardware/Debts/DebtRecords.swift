/// Where debts stand that must outlive the process. Called by the threads of several lights at once.
public protocol DebtRecords: Sendable {
  /// Puts a debt in the place of what was recorded of its light; returns when it would outlive the process.
  func record(_ debt: Debt) throws(LightError)

  /// Forgets what was recorded of a light in this place, if anything was; a light of the same name elsewhere is another one.
  func clear(_ light: LightID, at anchor: String) throws(LightError)
}
