import { ensureBuilt, ensureInstalled, requireKnown, requireNode } from './prepare.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'

/** `npm start` and, with `--dev`, `npm run dev`: the whole campaign under the emulator, on one port. */
const dev = process.argv.includes('--dev')
const command = dev ? 'npm run dev' : 'npm start'

requireNode()
requireKnown(command, ['--dev'], `Its settings are environment variables: PORT=4001 ${command}`)
ensureInstalled()
const { register } = await import('tsx/esm/api')
register()
if (dev) await (await import('./generate-calls.ts')).writeCalls()
const { checkSettings, runStack } = await import('./stack.ts')
const settings = await checkSettings(process.env)
ensureBuilt(dev ? ['emulator'] : ['app', 'emulator'])
stopWithNpm()
await runStack(settings, { dev })
