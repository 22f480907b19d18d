import BrightnessEventLoop
import Glibc
import HardwareTesting

/// The seat's users, as logind's file reports them.
extension TestDaemon {
  /// Replaces the seat's file.
  func switchSeat(to active: Int?, among users: Int...) throws {
    try setSeat(active, among: users)
    runUntilIdle()
  }

  /// The same, before the daemon reads it.
  func setSeat(_ active: Int?, among users: [Int]) throws {
    let line = active.map { "ACTIVE=3\nACTIVE_UID=\($0)\n" } ?? ""
    let uids = users.map { "\($0)" }.joined(separator: " ")
    try putSeat("# This is private data. Do not parse.\nIS_SEAT0=1\n\(line)SESSIONS=3 4\nUIDS=\(uids)\n")
  }

  func putSeat(_ text: String) throws {
    mkdir(tree.path("seats"), 0o755)
    try tree.put(.text(text), at: "seats/.#seat0")
    try systemCall("replace", "seat") { rename(tree.path("seats/.#seat0"), tree.path("seats/seat0")) }
  }

  /// Links the seat's file to another place, whose changes cause no event.
  func linkSeat(to place: String) throws {
    mkdir(tree.path("seats"), 0o755)
    try tree.put(.link("../\(place)"), at: "seats/seat0")
  }

  /// Replaces the seat's file by a link to itself: it cannot be opened (ELOOP), as no file can
  /// without a free descriptor.
  func makeSeatUnreadable() throws {
    try tree.put(.link("seat0"), at: "seats/.#seat0")
    try systemCall("replace", "seat") { rename(tree.path("seats/.#seat0"), tree.path("seats/seat0")) }
    runUntilIdle()
  }

  /// Removes the seat and its folder.
  func removeSeat() {
    unlink(tree.path("seats/seat0"))
    rmdir(tree.path("seats"))
    runUntilIdle()
  }
}
