import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { binary, requireNode, root } from './command.mjs'
import { ensureInstalled, sqliteWorks } from './install.mjs'

/**
 * `node tools/run.mjs FILE.ts …`: runs one of the project's TypeScript programs, even in a fresh clone. Installs
 * packages only if tsx is missing, because production machines have no development packages.
 */
const [node, , file, ...words] = process.argv
const program = resolve(root, file)

requireNode()
const production = existsSync(binary('tsx')) && !existsSync(binary('vite'))
if (!existsSync(binary('tsx')) || !sqliteWorks()) await ensureInstalled({ compile: production, production })
process.argv = [node, program, ...words]
const { register } = await import('tsx/esm/api')
register()
await import(pathToFileURL(program).href)
