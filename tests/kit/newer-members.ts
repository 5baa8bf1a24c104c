import type { Identifier } from '@mdn/browser-compat-data/types'
import { isIdentifier, isTypeNode, type Node } from 'typescript/unstable/ast'
import { API, type Symbol as TypeScriptSymbol } from 'typescript/unstable/sync'
import { childrenOf, interfaces, lacking, memberName } from './browser-data.ts'

type Use = { readonly file: string; readonly feature: string; readonly lacking: readonly string[] }

const byName = new Map(interfaces)

/** Converts an interface's name in TypeScript's library, such as `ArrayConstructor`, to its name in browser data. */
const dataName = (name: string): string => name.replace(/^Readonly|Constructor$/g, '')

const member = (owner: Identifier | undefined, name: string): Identifier | undefined =>
  childrenOf(owner).find(([key]) => memberName(key) === name)?.[1]

/**
 * Returns the engines that lack a member. An owner that is not in the browser data may be a mixin. Its member counts as
 * lacking only if it is lacking in every interface that has a member of this name.
 */
function lackingMember(owner: string, name: string): readonly string[] {
  const known = byName.get(dataName(owner))
  if (known) return lacking(member(known, name))
  const all = interfaces.flatMap(([, one]) => member(one, name) ?? [])
  return all.length > 0 && all.every(one => lacking(one).length > 0) ? lacking(all[0]) : []
}

function lackingSymbol(symbol: TypeScriptSymbol): Omit<Use, 'file'> | null {
  const isLibrary = symbol.declarations.some(({ path }) => /\/lib\.[\w.]+\.d\.ts$/.test(path))
  if (!isLibrary) return null
  const owner = symbol.getParent()?.name
  return owner === undefined
    ? { feature: symbol.name, lacking: lacking(byName.get(symbol.name)) }
    : { feature: `${dataName(owner)}.${symbol.name}`, lacking: lackingMember(owner, symbol.name) }
}

function identifiers(root: Node): Node[] {
  const found: Node[] = []
  root.forEachChild(function visit(node): void {
    if (isIdentifier(node)) found.push(node)
    if (!isTypeNode(node)) node.forEachChild(visit)
  })
  return found
}

/** Returns the uses of JavaScript and browser built-ins that the oldest supported version of an engine lacks. */
export function newerMembers(config: string, includes: (file: string) => boolean): readonly Use[] {
  const api = new API({ cwd: process.cwd() })
  const known = new Map<number, ReturnType<typeof lackingSymbol>>()
  function checked(symbol: TypeScriptSymbol) {
    const result = known.has(symbol.id) ? known.get(symbol.id) : lackingSymbol(symbol)
    known.set(symbol.id, result ?? null)
    return result
  }
  try {
    const [project] = api.updateSnapshot({ openProjects: [`${process.cwd()}/${config}`] }).getProjects()
    if (!project) throw new Error(`${config} is not a project`)
    const files = project.program.getSourceFileNames().map(name => name.replace(`${process.cwd()}/`, ''))
    return files.filter(includes).flatMap(file => {
      const source = project.program.getSourceFile(`${process.cwd()}/${file}`)
      const symbols = source ? project.checker.getSymbolAtLocation(identifiers(source)) : []
      const uses = symbols.flatMap(symbol => (symbol && checked(symbol)) ?? [])
      return uses.filter(use => use.lacking.length > 0).map(use => ({ file, ...use }))
    })
  } finally {
    api.close()
  }
}
