import { createServer } from 'vite'
import type { Lang } from '#src/i18n/languages.ts'
import environment from '#tests/kit/dom-and-node.ts'

/**
 * Loads the screens with Vite into a DOM outside Vitest. Call it before any history, because a virtual clock does not
 * wait for imports.
 */
export async function screensInNode(langs: readonly Lang[]) {
  const { teardown } = await environment.setup(globalThis, {})
  const server = await createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  })
  const load = <T>(path: string) => server.ssrLoadModule(path) as Promise<T>
  const { loadScreens } = await load<typeof import('./screens.tsx')>('/tests/kit/chaos/screens.tsx')
  const { withScreens } = await load<typeof import('./with-screens.ts')>('/tests/kit/chaos/with-screens.ts')
  const { play } = await load<typeof import('./play.ts')>('/tests/kit/chaos/play.ts')
  const startup = await load<typeof import('./startup.tsx')>('/tests/kit/chaos/startup.tsx')
  for (const lang of langs) await loadScreens(lang)
  return {
    play,
    withScreens,
    startup,
    async close() {
      await server.close()
      await teardown(globalThis)
    },
  }
}
