// swift-format-ignore-file
// The declarations of SwiftUI that the bindings of stores and the example screen use, so that both
// are typechecked where SwiftUI is not.

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { return fatalError() }
}

@resultBuilder
public enum ViewBuilder {
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> some View {
    Group()
  }
  public static func buildIf(_ content: (some View)?) -> some View { Group() }
}

public struct Group: View {
  public var body: Never { return fatalError() }
}

@propertyWrapper
public struct Binding<Value> {
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }

  public init(
    @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
    @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {}
}

public struct Text: View {
  public init(_ content: some StringProtocol) {}
  public var body: Never { return fatalError() }
}

public struct TextField: View {
  public init(_ title: some StringProtocol, text: Binding<String>) {}
  public var body: Never { return fatalError() }
}

public struct Button: View {
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
  public var body: Never { return fatalError() }
}

public struct ProgressView: View {
  public init() {}
  public var body: Never { return fatalError() }
}

public struct VStack<Content: View>: View {
  public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { return fatalError() }
}

extension View {
  public func disabled(_ isDisabled: Bool) -> some View { self }
}

@propertyWrapper
public struct State<Value> {
  public init(wrappedValue: Value) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
}
