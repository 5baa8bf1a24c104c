import { createServer, type ServerResponse } from 'node:http'
import { createLiffEmulator, type Scenario } from '#emulator/index.ts'
import { answerNode, throughNetwork } from '#emulator/node.ts'
import { mergePatch } from '#emulator/scenario/merge.ts'
import { appPage, buildSdk, SDK_BUILDS, type SdkBuild } from './liff-page.ts'
import { listen } from './listen.ts'

export type LiffHost = Awaited<ReturnType<typeof startLiffHost>>

type Patch = Readonly<Record<string, unknown>>

const BUILDS = Object.keys(SDK_BUILDS) as SdkBuild[]
const OFFICIAL_ACCOUNT = { id: '@host', name: 'Host' }

function liffId(build: SdkBuild): string {
  return `200000000${BUILDS.indexOf(build) + 1}-HostApps`
}

/** A page that frames the app like the control panel and records the app's messages. */
const PANEL = `<!doctype html><meta charset="utf-8"><title>panel</title><iframe width="390" height="800"></iframe><script>
  window.events = []
  addEventListener('message', ({ data, source }) => { if (source === frames[0]) events.push(data) })
  document.querySelector('iframe').src = new URLSearchParams(location.search).get('src')
</script>`

/** A service worker that marks every page it serves. */
const WORKER = `addEventListener('install', () => skipWaiting())
addEventListener('activate', event => event.waitUntil(clients.claim()))
addEventListener('fetch', event => {
  if (event.request.mode !== 'navigate' || new URL(event.request.url).pathname.startsWith('/__')) return
  event.respondWith(fetch(event.request).then(async response =>
    new Response((await response.text()).replace('</body>', '<script>window.fromWorker = true</script></body>'), response)))
})`

const HTML = 'text/html; charset=utf-8'
const JAVASCRIPT = 'text/javascript; charset=utf-8'

/**
 * Starts a server with one LIFF app per SDK build, each at `/{build}/`, and an emulated LINE. `?opener-policy=…` sets
 * the page's Cross-Origin-Opener-Policy. `/redirect?to=…` and `/refresh?to=…` lead to a URL with a response header, and
 * `/meta?to=…` with an element.
 */
export async function startLiffHost() {
  const apps = BUILDS.map(build => ({
    ...{ liffId: liffId(build), name: build, endpointUrl: `/${build}/` },
    officialAccount: OFFICIAL_ACCOUNT,
  }))
  const emulator = await createLiffEmulator({ apps })
  const scripts = new Map<string, Promise<string>>(BUILDS.map(build => [`/${build}.js`, buildSdk(build)]))
  await Promise.all(scripts.values())

  const sent: string[] = []
  const asked: string[] = []

  async function page(path: string): Promise<readonly [type: string, body: string] | null> {
    if (path === '/panel.html') return [HTML, PANEL]
    if (path === '/worker.js') return [JAVASCRIPT, WORKER]
    const script = scripts.get(path)
    if (script) return [JAVASCRIPT, emulator.rewriteScript(await script)]
    const build = BUILDS.find(name => path.startsWith(`/${name}/`))
    return build ? [HTML, emulator.injectShim(appPage(build, liffId(build)))] : null
  }

  /** Responds to a request whose path leads to another URL. Returns false for all other paths. */
  function lead({ pathname, searchParams }: URL, outgoing: ServerResponse): boolean {
    const to = searchParams.get('to') ?? ''
    const meta = `<!doctype html><meta http-equiv="refresh" content="0;url=${to}"><title>meta</title>`
    if (pathname === '/redirect') outgoing.writeHead(302, { location: to }).end()
    else if (pathname === '/refresh')
      outgoing.setHeader('Refresh', `0;url=${to}`).writeHead(200, { 'content-type': HTML }).end('refresh')
    else if (pathname === '/meta')
      outgoing.writeHead(200, { 'content-type': HTML }).end(emulator.injectShim(meta))
    else return false
    return true
  }

  const server = createServer((incoming, outgoing) => {
    sent.push(incoming.url ?? '')
    void (async () => {
      if (await answerNode(emulator, incoming, outgoing)) return
      if (!(await throughNetwork(emulator, incoming, outgoing))) return
      asked.push(incoming.url ?? '')
      const url = new URL(incoming.url ?? '/', 'http://localhost')
      const { pathname, searchParams } = url
      if (lead(url, outgoing)) return
      const found = await page(pathname)
      const opener = searchParams.get('opener-policy')
      outgoing.writeHead(found ? 200 : 404, {
        ...(opener === null ? {} : { 'cross-origin-opener-policy': opener }),
        'content-type': found?.[0] ?? 'text/plain',
        'cache-control': 'no-store',
      })
      outgoing.end(found?.[1] ?? 'not found')
    })()
  })
  const { url, close } = await listen(server)

  return {
    url,
    emulator,
    userId: emulator.scenario().user,
    officialAccount: OFFICIAL_ACCOUNT.id,
    liffId,
    /** Paths requested by the phone's browser, oldest first, whether or not the emulated network delivers them. */
    sent: (): readonly string[] => sent,
    asked: (): readonly string[] => asked,
    /** Changes fields of the loaded scenario. */
    patch: (patch: Patch) => void emulator.control.patch(patch),
    messages: () => emulator.messages(),
    /** Loads a named scenario with an empty timeline. Applies `patch` to the scenario and `everyApp` to each app. */
    async load(name: string, patch: Patch = {}, everyApp: Patch = {}) {
      const named = emulator.control.loadNamed(name)
      if (!named.ok) throw new Error(named.problem.message)
      const changed = mergePatch(named.value, patch) as Scenario
      const whole = { ...changed, apps: changed.apps.map(app => mergePatch(app, everyApp)) }
      const loaded = emulator.control.load(whole)
      if (!loaded.ok) throw new Error(`${loaded.problem.path}: ${loaded.problem.message}`)
      // Otherwise the timeline would also show the requests of earlier tests.
      await fetch(`${url}/__emulator/api/requests`, { method: 'DELETE' })
    },
    async close() {
      await close()
      await emulator.close()
    },
  }
}
