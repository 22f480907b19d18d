import Varlink

struct SwiftMethod {
  /// How many replies a call may have, as systemd says it in the comment of a method.
  enum Replies {
    case one, oneOrMore, more
  }

  static let needsMore = "[Requires 'more' flag]"
  static let mayHaveMore = "[Supports 'more' flag]"
  static let markers = [needsMore, mayHaveMore]

  let member: DescribedMember
  let input: [DescribedField]
  let output: [DescribedField]
  let replies: Replies
  /// The type of a call, such as `Set`.
  let type: String
  /// The type with its namespace.
  let fullType: String
  let function: String

  init?(_ member: DescribedMember, _ generator: InterfaceGenerator) {
    guard case .method(let input, let output) = member.kind else { return nil }
    self.member = member
    self.input = input
    self.output = output
    replies =
      member.documentation.contains(Self.needsMore)
      ? .more : member.documentation.contains(Self.mayHaveMore) ? .oneOrMore : .one
    type = SwiftNames.type(member.name)
    fullType = "\(generator.namespace).\(type)"
    function = SwiftNames.function(member.name)
  }
}
