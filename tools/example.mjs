import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumPath } from './chromium.mjs'
import { refuse, requireKnown, requireNode, root } from './command.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureBuilt } from './products.mjs'

/** `npm run example -- NAME`: runs one of the emulator's examples with this project's packages and emulator build. */
const folder = join(root, 'emulator', 'examples')
const names = readdirSync(folder, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)
const [name] = process.argv.slice(2)

requireNode()
requireKnown('npm run example', names, `The examples: ${names.join(', ')}`)
if (name === undefined) refuse(`npm run example -- NAME, with one of: ${names.join(', ')}`)
await ensureInstalled()
await ensureBuilt(['emulator', 'package'])
const { scripts } = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'))
const script = ['start', 'dev', 'test'].find(one => one in scripts)
const child = spawn('npm', ['run', script], {
  cwd: join(folder, name),
  stdio: 'inherit',
  env: { ...process.env, CHROMIUM_PATH: chromiumPath() ?? '' },
  shell: process.platform === 'win32',
})
// The example handles Ctrl-C itself; this process waits for it to exit.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.once('exit', code => process.exit(code ?? 1))
