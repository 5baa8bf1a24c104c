import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, loadConfigFromFile, type Plugin, type PluginOption } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

type Change = { readonly file: string; readonly edit: (code: string) => string }

/**
 * Limits of the bytes, after brotli, that a phone may load after a one-line change. The first is 12 kB plus 3 %
 * headroom, as in `.size-limit.mjs`.
 */
const TEXT_OR_SCREEN = 12_360
const OUTBOX = 19_550
const FRAME = 30_000

let folder: string
/** The scripts and style sheets of the unchanged build: contents by file name. */
let before: ReadonlyMap<string, Buffer>

beforeAll(async () => {
  // Otherwise Vite builds React's development version.
  vi.stubEnv('NODE_ENV', 'production')
  folder = await mkdtemp(join(tmpdir(), 'release-'))
  before = await assetsWith(null)
}, 300_000)

afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

const isRelevant = (plugin: Plugin) =>
  !plugin.name.startsWith('vite-plugin-pwa') && plugin.name !== 'terms-page'
const flat = (plugins: readonly PluginOption[]): Plugin[] =>
  plugins.flatMap(plugin => (Array.isArray(plugin) ? flat(plugin) : ((plugin || []) as Plugin | [])))

async function assetsWith(change: Change | null): Promise<ReadonlyMap<string, Buffer>> {
  const found = await loadConfigFromFile({ command: 'build', mode: 'production' }, 'vite.config.ts')
  const config = found?.config ?? {}
  const outDir = await mkdtemp(join(folder, 'dist-'))
  let changed = false
  const edit: Plugin = {
    name: 'one-line-change',
    enforce: 'pre',
    transform(code, id) {
      if (change === null || !id.endsWith(`/${change.file}`)) return null
      const edited = change.edit(code)
      changed = edited !== code
      return edited
    },
  }
  await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    plugins: [edit, ...flat(config.plugins ?? []).filter(isRelevant)],
    build: { ...config.build, outDir, license: false, copyPublicDir: false },
  })
  expect(changed).toBe(change !== null)
  const assets = join(outDir, 'assets')
  return new Map(
    await Promise.all(
      (await readdir(assets)).map(async file => [file, await readFile(join(assets, file))] as const),
    ),
  )
}

/** Returns the sizes after brotli, in bytes, of the files that a phone with the earlier build does not have. */
async function newBytes(change: Change): Promise<Record<string, number>> {
  const after = await assetsWith(change)
  return Object.fromEntries(
    [...after]
      .filter(([file]) => !before.has(file))
      .map(([file, contents]) => [file.replace(/-[\w-]{6}\./, '.'), brotliCompressSync(contents).length]),
  )
}

const sum = (bytes: Record<string, number>) => Object.values(bytes).reduce((all, some) => all + some, 0)
const text = (from: string, to: string) => (code: string) => code.replace(from, to)
const line = (code: string) => `${code}\nObject.assign(globalThis, { changed: true })\n`

test.each([
  ['a Thai text of home', 'src/i18n/th/home.ts', text("'สวัสดีคุณ{name}'", "'ยินดีต้อนรับ {name}'"), TEXT_OR_SCREEN],
  ['a Thai text of a later screen', 'src/i18n/th/rewards.ts', text("'ใช้ได้'", "'พร้อมใช้'"), TEXT_OR_SCREEN],
  ['a screen', 'src/screens/answer/answer.tsx', line, TEXT_OR_SCREEN],
  ['the styles of a screen', 'src/screens/receipt/receipt.module.css', text('12px', '13px'), TEXT_OR_SCREEN],
  ['a part that screens share', 'src/ui/result/my-result.tsx', line, TEXT_OR_SCREEN],
  ['the rest of home', 'src/screens/home/below.tsx', line, TEXT_OR_SCREEN],
  ['a form of the registration', 'src/screens/register/data-step.tsx', line, TEXT_OR_SCREEN],
  ['the outbox', 'src/outbox/outbox.ts', line, OUTBOX],
  ['the frame', 'src/boot/root.tsx', line, FRAME],
  ['a shared module of state', 'src/state/receipts.ts', line, FRAME],
])(
  'after a change of %s, a phone loads only few bytes',
  async (_, file, edit, limit) => {
    const bytes = await newBytes({ file, edit })
    if (process.env.PRINT_BYTES) process.stderr.write(`${file} ${sum(bytes)} ${JSON.stringify(bytes)}\n`)
    expect(sum(bytes), JSON.stringify(bytes)).toBeGreaterThan(0)
    expect(sum(bytes), JSON.stringify(bytes)).toBeLessThanOrEqual(limit)
  },
  120_000,
)
