import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Where the SDK of the npm package stands in for the one on LINE's CDN. */
export const SDK_PATH = '/__emulator/sdk.js'

const CDN_SCRIPT = /<script\b[^>]*\bsrc\s*=\s*["']?https:\/\/static\.line-scdn\.net\/liff\/edge\/[^>]*>/gi

/**
 * HTML whose script elements for LINE's CDN load the same SDK from here: an element that the parser inserts goes past
 * the shim, and its `integrity` is the CDN file's.
 */
export function localCdnScripts(html: string): string {
  return html.replace(CDN_SCRIPT, tag =>
    tag
      .replace(/\bsrc\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/i, `src="${SDK_PATH}"`)
      .replace(/\s+(integrity|crossorigin)(\s*=\s*("[^"]*"|'[^']*'|[^\s>]+))?/gi, ''),
  )
}

type Package = {
  readonly name?: string
  readonly version: string
  readonly module?: string
  readonly main?: string
}

function packageAt(folder: string): Package | null {
  const file = join(folder, 'package.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Package) : null
}

/** The SDK that an app at `from` has installed; null without one. */
export function installedSdk(from: string): { readonly home: string; readonly version: string } | null {
  try {
    let home = dirname(createRequire(join(from, 'package.json')).resolve('@line/liff'))
    while (packageAt(home)?.name !== '@line/liff' && dirname(home) !== home) home = dirname(home)
    return { home, version: packageAt(home)?.version ?? '' }
  } catch {
    return null
  }
}

/** The npm package as the CDN serves it: one script that sets `window.liff`; null where it is not installed at `from`. */
export async function sdkScript(from: string): Promise<string | null> {
  const sdk = installedSdk(from)
  return sdk === null ? null : bundled(sdk.home)
}

/** A part of the SDK beside it; another version of it may lie further up. */
function ownPart(home: string, id: string): string | undefined {
  const folder = join(home, 'node_modules', id)
  const part = id.startsWith('@liff/') ? packageAt(folder) : null
  const file = part?.module ?? part?.main
  return file === undefined ? undefined : join(folder, file)
}

async function bundled(home: string): Promise<string> {
  const { build } = await import('vite')
  const entry = 'virtual:liff-sdk'
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: home,
    plugins: [
      {
        name: 'liff-sdk',
        enforce: 'pre' as const,
        resolveId: id => (id === entry ? `\0${entry}` : ownPart(home, id)),
        load: id =>
          id === `\0${entry}`
            ? `import liff from ${JSON.stringify(join(home, 'index.mjs'))}\nwindow.liff = liff`
            : undefined,
      },
    ],
    // Minifiers may break what the SDK evaluates in another frame.
    build: { write: false, minify: false, rollupOptions: { input: entry, output: { format: 'iife' } } },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap(one =>
    'output' in one ? one.output : [],
  )
  const chunk = outputs.find(one => one.type === 'chunk')
  if (chunk?.type !== 'chunk') throw new Error('the SDK could not be bundled')
  return chunk.code
}
