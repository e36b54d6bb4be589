/// The definitions of the scenarios, as a user would write them.
///
/// The plug-in `GenerateStates` generates Swift code from them while this module is built. The
/// interpreter reads the same bytes.
public enum Definitions {
  /// The text of S1.
  public static var coin: String { text(PackageResources.Coin_state_json) }
  /// The text of S2.
  public static var phone: String { text(PackageResources.Phone_state_json) }
  /// The text of S3.
  public static var bubbling: String { text(PackageResources.Bubbling_state_json) }
  /// The text of S4.
  public static var parallel: String { text(PackageResources.Parallel_state_json) }
  /// The text of S5.
  public static var todo: String { text(PackageResources.Todo_state_json) }
  /// The text of S6.
  public static var wide: String { text(PackageResources.Wide_state_json) }
  /// The text of S6 with five events.
  public static var wideFive: String { text(PackageResources.WideFive_state_json) }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
