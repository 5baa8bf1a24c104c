import { parseSync, type Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk
type Part = { readonly start: number; readonly end: number }

/** The file to which the bundler writes its own functions. */
const RUNTIME = 'rolldown-runtime'
/** Returns a name that no minifier would choose. */
const named = (name: string) => `runtime_${name}`

/**
 * Moves the bundler's own functions into another script, because a file of 0.4 kB is not worth a request. Returns the
 * scripts without that file.
 */
export function mergeRuntime(chunks: readonly Chunk[], into: string): readonly Chunk[] {
  const runtime = chunks.find(({ name }) => name === RUNTIME)
  const target = chunks.find(({ name }) => name === into)
  if (!runtime) return chunks
  if (!target) throw new Error(`the build has no script ${into}`)
  const rest = chunks.filter(chunk => chunk !== runtime)
  for (const chunk of rest) chunk.code = withoutImport(chunk, runtime, chunk === target ? null : target)
  const { body, exports } = exportsOf(runtime)
  const names = exports.map(([, exported]) => named(exported))
  const fields = exports.map(([local, exported]) => `${named(exported)}:${local}`)
  target.code += `const{${names}}=(()=>{${body};return{${fields}}})();export{${names}};\n`
  return rest
}

/** Makes the script import the runtime's functions from the target. The target itself uses them locally. */
function withoutImport(chunk: Chunk, runtime: Chunk, target: Chunk | null): string {
  const path = `./${runtime.fileName.slice('assets/'.length)}`
  for (const node of parseSync(chunk.fileName, chunk.code).program.body) {
    if (node.type !== 'ImportDeclaration' || node.source.value !== path) continue
    const { start, end } = node as unknown as Part
    const names = node.specifiers.map(specifier => {
      if (specifier.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier')
        throw new Error(`${chunk.name}: unknown form of import of ${RUNTIME}`)
      return [named(specifier.imported.name), specifier.local.name] as const
    })
    if (target === null) throw new Error(`${chunk.name} uses ${RUNTIME} before it runs`)
    const text = `import{${names.map(([imported, local]) => `${imported} as ${local}`)}}from"./${target.fileName.slice('assets/'.length)}";`
    return chunk.code.slice(0, start) + text + chunk.code.slice(end)
  }
  return chunk.code
}

/** Returns a script's code without its exports, and the local and exported names. */
function exportsOf({ fileName, code }: Chunk) {
  const [node, more] = parseSync(fileName, code).program.body.filter(({ type }) => type.startsWith('Export'))
  if (node?.type !== 'ExportNamedDeclaration' || node.declaration || node.source || more)
    throw new Error(`${fileName}: unknown form of export`)
  const { start, end } = node as unknown as Part
  const exports = node.specifiers.map(({ local, exported }) => {
    if (local.type !== 'Identifier' || exported.type !== 'Identifier')
      throw new Error(`${fileName}: unknown form of export`)
    return [local.name, exported.name] as const
  })
  return { body: code.slice(0, start) + code.slice(end), exports }
}
