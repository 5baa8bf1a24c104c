import type { Node } from 'estree'
import { parseSync } from 'vite'

type Edit = { readonly start: number; readonly end: number; readonly text: string }
type Placed = Node & { readonly start: number; readonly end: number }

export type ChunkFactory = {
  readonly code: string
  /** The names that the script imports from each file, in parameter order; null means all names. */
  readonly reads: ReadonlyMap<string, readonly string[] | null>
}

/** Vite later replaces this placeholder with a lazy script's files; here, the list is always empty. */
const PRELOAD_MARKER = '__VITE_PRELOAD__'
/** The function in the document that loads a script by name (`src/boot/load-chunk.ts`). */
const LOAD = 'loadChunk'

/**
 * Turns a script that imports files by name into a function of their exports, which does not contain any file names:
 *
 *     import { a as b } from './x-HASH.js'; import('./y-HASH.js'); export { c as d }
 *     export default ((({ a: b }) => { loadChunk('y'); return { d: c } }))
 *
 * The script then changes only if its own code does. `files` are the names of the built files without hashes, in the
 * order of the parameters. `styles` are the rules that the function applies first.
 *
 * @throws If the script uses an unknown form of import or export, or has a top-level await.
 */
export function chunkFactory(
  file: string,
  code: string,
  files: ReadonlyMap<string, string>,
  styles = '',
): ChunkFactory {
  const { program, errors } = parseSync(file, code)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const edits: Edit[] = []
  const order = [...files.keys()]
  const nameOf = (path: string) => {
    const name = files.get(path)
    if (name === undefined) throw new Error(`${file}: ${path} is not a built script`)
    return name
  }
  const read = new Map<string, Read>()
  const exported: string[] = []
  for (const node of program.body as Placed[]) {
    if (node.type === 'ImportDeclaration') {
      const from = builtFile(node.source.value)
      read.set(from, both(file, read.get(from), importPattern(node)))
    } else if (node.type === 'ExportNamedDeclaration' && !node.declaration) {
      const from = node.source && builtFile(node.source.value)
      if (from && read.has(from)) throw new Error(`${file}: imports ${from} twice`)
      // A re-export gets a local name that no minifier would choose.
      const local = (name: string) => (from ? `exported_${name}` : name)
      const names = node.specifiers.map(specifier => nameIn(specifier.local))
      if (from)
        read.set(from, { pattern: `{${names.map(name => property(name, local(name))).join(',')}}`, names })
      for (const specifier of node.specifiers)
        exported.push(property(nameIn(specifier.exported), local(nameIn(specifier.local))))
    } else if (node.type.startsWith('Export'))
      throw new Error(`${file}: unknown form of export (${node.type})`)
    else continue
    edits.push({ start: node.start, end: node.end, text: '' })
  }
  walk(program as unknown as Placed, node => {
    if (node.type === 'Identifier' && node.name === LOAD) throw new Error(`${file}: uses the name ${LOAD}`)
    if (node.type !== 'ImportExpression') return
    const { source } = node
    const target = source.type === 'Literal' ? source.value : templateText(source)
    const name = JSON.stringify(nameOf(builtFile(target)))
    edits.push({ start: node.start, end: node.end, text: `${LOAD}(${name})` })
  })
  const imports = [...read].toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
  const applied = styles && `${LOAD}.style(${JSON.stringify(styles)});`
  const body = applied + replaced(code, edits).replaceAll(PRELOAD_MARKER, 'void 0').trim()
  const parameters = imports.map(([, { pattern }]) => pattern).join(',')
  // The parentheses make engines compile the function with the script, instead of on its first call.
  const factory = `export default((${parameters})=>{${body}${/[;}]$/.test(body) ? '' : ';'}return{${exported.join(',')}}});\n`
  const [problem] = parseSync(file, factory).errors
  if (problem) throw new Error(`${file}: ${problem.message}`)
  return {
    code: factory,
    reads: new Map(imports.map(([from, { names }]) => [from, names])),
  }
}

export function importedFiles(file: string, code: string): readonly string[] {
  const { staticImports, staticExports } = parseSync(file, code).module
  const sources = [...staticImports, ...staticExports.flatMap(({ entries }) => entries)]
  return sources.flatMap(({ moduleRequest }) => (moduleRequest ? builtFile(moduleRequest.value) : []))
}

function builtFile(source: unknown): string {
  if (typeof source !== 'string' || !source.startsWith('./')) throw new Error(`import of ${source}`)
  return `assets/${source.slice(2)}`
}

function templateText(node: Node): string | undefined {
  return node.type === 'TemplateLiteral' && node.expressions.length === 0
    ? (node.quasis[0]?.value.cooked ?? undefined)
    : undefined
}

const nameIn = (node: Node): string =>
  node.type === 'Identifier' ? node.name : String((node as { value?: unknown }).value)

const property = (key: string, value: string) => (key === value ? key : `${key}:${value}`)

/** The parameter that takes a script's exports, and the names read from it; null means all names. */
type Read = { readonly pattern: string; readonly names: readonly string[] | null }

function both(file: string, one: Read | undefined, other: Read): Read {
  if (!one) return other
  if (!one.names || !other.names) throw new Error(`${file}: unknown form of import`)
  const fields = [one, other].map(({ pattern }) => pattern.slice(1, -1)).filter(text => text !== '')
  return { pattern: `{${fields.join(',')}}`, names: [...one.names, ...other.names] }
}

function importPattern({ specifiers }: Extract<Node, { type: 'ImportDeclaration' }>): Read {
  const all = specifiers.find(({ type }) => type === 'ImportNamespaceSpecifier')
  if (all && specifiers.length > 1) throw new Error('unknown form of import')
  if (all) return { pattern: all.local.name, names: null }
  const names = specifiers.map(specifier =>
    specifier.type === 'ImportSpecifier' ? nameIn(specifier.imported) : 'default',
  )
  const pattern = specifiers.map(({ local }, index) => property(names[index] ?? '', local.name))
  return { pattern: `{${pattern.join(',')}}`, names }
}

function walk(node: Placed, visit: (node: Placed) => void) {
  visit(node)
  for (const child of Object.values(node).flat())
    if (typeof child === 'object' && child !== null && 'type' in child) walk(child as Placed, visit)
}

function replaced(code: string, edits: readonly Edit[]): string {
  let result = code
  for (const { start, end, text } of edits.toSorted((a, b) => b.start - a.start))
    result = result.slice(0, start) + text + result.slice(end)
  return result
}
