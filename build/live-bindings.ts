import { type NodePath, parseSync, traverse } from '@babel/core'

/**
 * Returns a script's exports whose value changes after the script has run. Other scripts read exports only once
 * (`chunk-factory.ts`) and would miss the change.
 *
 * Ignores functions that replace themselves when they are first called, such as TypeScript's helper `__assign`, because
 * their first value works as well.
 */
export function changingExports(code: string, read: (name: string) => boolean): readonly string[] {
  const changing: string[] = []
  traverse(parseSync(code, { configFile: false, babelrc: false, sourceType: 'module', compact: true }), {
    Program(program: NodePath) {
      for (const { type, specifiers = [] } of program.node.body)
        for (const { local, exported } of type === 'ExportNamedDeclaration' ? specifiers : []) {
          const binding = program.scope.getBinding(local.name)
          const changed = binding?.constantViolations.some(
            place => !place.findParent(by => by === binding.path),
          )
          if (changed && read(exported.name ?? exported.value)) changing.push(exported.name)
        }
      program.stop()
    },
  })
  return changing
}
