import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { binary, requireNode, root } from './command.mjs'
import { ensureInstalled } from './install.mjs'

/**
 * `node tools/run.mjs FILE.ts …`: runs a TypeScript program of the project, even in a fresh clone. Installs only if tsx
 * is missing, because a production machine has no development packages on purpose.
 */
const [node, , file, ...words] = process.argv
const program = resolve(root, file)

requireNode()
if (!existsSync(binary('tsx'))) await ensureInstalled()
process.argv = [node, program, ...words]
const { register } = await import('tsx/esm/api')
register()
await import(pathToFileURL(program).href)
