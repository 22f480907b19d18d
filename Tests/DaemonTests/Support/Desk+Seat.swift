import EventLoop
import Glibc
import HardwareTesting

/// Who sits at the machine, as logind says it.
extension Desk {
  /// Others are at the seat: one file takes the place of another.
  func sit(_ active: Int?, among users: Int...) throws {
    try tellSeat(active, among: users)
    goOn()
  }

  /// The same, with nothing heard yet.
  func tellSeat(_ active: Int?, among users: [Int]) throws {
    let line = active.map { "ACTIVE=3\nACTIVE_UID=\($0)\n" } ?? ""
    let uids = users.map { "\($0)" }.joined(separator: " ")
    try putSeat("# This is private data. Do not parse.\nIS_SEAT0=1\n\(line)SESSIONS=3 4\nUIDS=\(uids)\n")
  }

  func putSeat(_ text: String) throws {
    mkdir(tree.path("seats"), 0o755)
    try tree.put(.text(text), at: "seats/.#seat0")
    try systemCall("replace", "seat") { rename(tree.path("seats/.#seat0"), tree.path("seats/seat0")) }
  }

  /// What is said of the seat stands at another place, of which no news comes.
  func linkSeat(to place: String) throws {
    mkdir(tree.path("seats"), 0o755)
    try tree.put(.link("../\(place)"), at: "seats/seat0")
  }

  /// The seat goes, and the folder of seats with it.
  func removeSeat() {
    unlink(tree.path("seats/seat0"))
    rmdir(tree.path("seats"))
    goOn()
  }
}
