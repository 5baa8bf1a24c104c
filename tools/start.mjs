import { requireKnown, requireNode } from './command.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureBuilt, served } from './products.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'

/** `npm start` and `npm run dev` (`--dev`): run the whole campaign with the emulator, on one port. */
const dev = process.argv.includes('--dev')
const command = dev ? 'npm run dev' : 'npm start'

requireNode()
requireKnown(command, ['--dev'], `Its settings are environment variables: PORT=4001 ${command}`)
await ensureInstalled()
const { register } = await import('tsx/esm/api')
register()
if (dev) await (await import('./generate-calls.ts')).writeCalls()
const { checkSettings } = await import('./stack-settings.ts')
const { runStack } = await import('./stack.ts')
const settings = await checkSettings(process.env)
await ensureBuilt(dev ? ['desk', 'emulator'] : served)
stopWithNpm()
await runStack(settings, { dev })
