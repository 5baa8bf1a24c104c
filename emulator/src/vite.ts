import { ownVariables, unusableVariables, withOwnCredentials } from './cli/own-channels.ts'
import { createLiffEmulator, type LiffEmulator } from './emulator.ts'
import type { EmulatorOptions } from './emulator-options.ts'
import { rewriteCss } from './line-css.ts'
import { rewriteNavigations } from './line-navigation.ts'
import { answerNode, throughNetwork } from './node.ts'
import { EMULATOR_PREFIX } from './page-config.ts'
import { createSdk } from './sdk/sdk.ts'
import { addShimToPage } from './shim-in-answer.ts'

/** Vite's plugin interface, declared here to avoid depending on Vite. */
type Middleware =
  Parameters<typeof answerNode> extends [unknown, infer Incoming, infer Outgoing]
    ? (incoming: Incoming, outgoing: Outgoing, next: (error?: unknown) => void) => void
    : never
type Config = {
  readonly root: string
  readonly envDir: string | false
  readonly logger: { info(text: string): void; error(text: string): void }
}
type Plugin = {
  readonly name: string
  readonly apply: 'serve'
  readonly enforce: 'pre'
  configureServer(server: {
    readonly config: Config
    readonly middlewares: { use(middleware: Middleware): void }
    readonly resolvedUrls: { readonly local: readonly string[] } | null
    printUrls(): void
  }): Promise<void>
  transform(code: string, id: string): string | null
  transformIndexHtml: { order: 'post'; handler(html: string): string }
  closeBundle(): Promise<void>
}

/** Rewrites every script from the dev server, including the SDK. Runs last, because it needs plain JavaScript. */
const scripts = {
  name: 'liff-emulator:scripts',
  apply: 'serve',
  enforce: 'post',
  transform: (code: string, _id: string, options?: { readonly ssr?: boolean }): string | null =>
    options?.ssr === true ? null : rewriteNavigations(code),
} as const

/** Options for a new emulator, or an existing emulator to use. */
export type PluginOptions = EmulatorOptions & { readonly emulator?: LiffEmulator }

function refuseIgnored({ emulator, ...rest }: PluginOptions): void {
  const [name] = Object.entries(rest).find(([, value]) => value !== undefined) ?? []
  if (emulator !== undefined && name !== undefined)
    throw new Error(`${name}: cannot be combined with emulator. Pass it to createLiffEmulator`)
}

/**
 * Vite plugins that add the emulated LINE to the dev server: they serve `/__line/…` and `/__emulator/…`, add the shim
 * to every HTML page, even if a framework renders it on the server, and pass scripts' navigations to the shim.
 */
export function liffEmulator(options: PluginOptions = {}): [Plugin, typeof scripts] {
  refuseIgnored(options)
  return [lineOnDevServer(options), scripts]
}

/** Creates an emulator that accepts the LINE credentials in the environment and the app's `.env` files. */
async function createFor({ root, envDir, logger }: Config, options: EmulatorOptions): Promise<LiffEmulator> {
  const own = await ownVariables([...new Set([root, envDir || root])])
  for (const warning of unusableVariables(own)) logger.error(warning)
  return createLiffEmulator(withOwnCredentials({ followBrowser: true, ...options }, own))
}

function lineOnDevServer(options: PluginOptions): Plugin {
  let emulator: LiffEmulator | null = options.emulator ?? null
  return {
    name: 'liff-emulator',
    apply: 'serve',
    enforce: 'pre',
    async configureServer(server) {
      const line = emulator ?? (await createFor(server.config, options))
      emulator = line
      line.setSdk(createSdk([server.config.root]))
      line.onPageWithoutShim((url, problem) => server.config.logger.error(`${url}\n${problem}.`))
      const printUrls = server.printUrls.bind(server)
      server.printUrls = () => {
        printUrls()
        const [local] = server.resolvedUrls?.local ?? []
        if (local === undefined) return
        const panel = new URL(EMULATOR_PREFIX, local).href
        server.config.logger.info(`  ➜  In LINE: ${panel}`)
      }
      server.middlewares.use((incoming, outgoing, next) => {
        const take = async () => {
          if (await answerNode(line, incoming, outgoing)) return
          if (!(await throughNetwork(line, incoming, outgoing))) return
          addShimToPage(incoming, outgoing)
          next()
        }
        take().catch(next)
      })
    },
    // Rewrites style sheets before Vite turns them into scripts. The shim handles images that other modules load.
    transform: (code, id) =>
      /\.(css|less|sass|scss|styl|stylus|pcss|postcss|sss)($|\?)/.test(id) ? rewriteCss(code) : null,
    transformIndexHtml: {
      order: 'post',
      handler: html => emulator?.injectShim(html) ?? html,
    },
    async closeBundle() {
      if (options.emulator === undefined) await emulator?.close()
    },
  }
}
