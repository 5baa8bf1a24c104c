import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, requireNode, root } from './prepare.mjs'

/**
 * `node tools/run.mjs FILE.ts …`: one of the project's programs, on a fresh clone too. Packages that are there are
 * left as they are: a server has been given fewer of them on purpose.
 */
const [node, , file, ...words] = process.argv
const program = resolve(root, file)

requireNode()
if (!existsSync(join(root, 'node_modules', 'tsx'))) ensureInstalled()
process.argv = [node, program, ...words]
const { register } = await import('tsx/esm/api')
register()
await import(pathToFileURL(program).href)
