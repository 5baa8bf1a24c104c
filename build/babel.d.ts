/** The parts of Babel used by the build. The package does not include types. */
declare module '@babel/core' {
  type Name = { readonly name: string; readonly value: string }
  export type NodePath = {
    readonly node: {
      readonly body: readonly {
        readonly type: string
        readonly specifiers?: readonly { readonly local: Name; readonly exported: Name }[]
      }[]
    }
    readonly scope: {
      getBinding(
        name: string,
      ): { readonly path: NodePath; readonly constantViolations: readonly NodePath[] } | undefined
    }
    findParent(matches: (path: NodePath) => boolean): NodePath | null
    stop(): void
  }
  export function parseSync(code: string, options: object): object
  export function traverse(tree: object, visitor: { Program(path: NodePath): void }): void
}
