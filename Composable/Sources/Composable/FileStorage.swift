public import ComposableShared

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SharedKey where Value: Codable {
  /// A value that is kept as JSON in the file that a URL names: `file(_:)` with Foundation's type.
  public static func fileStorage(_ url: URL) -> Self { file(url.path) }
}
