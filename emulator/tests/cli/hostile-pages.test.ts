import { type IncomingMessage, request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { SHIM_AND_GUARD as SHIM } from '#emulator/proxy/guard.ts'
import { type HostilePage, hostilePages } from '#tests/kit/hostile-pages.ts'
import { startServer, withEmulator } from './kit.ts'

/** The second seed once exposed a bug: deflated pages that the server cut off never ended. */
const SEEDS = [20_261_128, 4]
const COUNT = 200

type Arrived = { readonly status: number; readonly text: string; readonly ended: 'end' | 'broken' | 'left' }

/** Loads a page as a browser does. Leaves an endless page once its beginning has arrived. */
function load(url: string, { method, outcome }: HostilePage): Promise<Arrived> {
  return new Promise(resolve => {
    const parts: Buffer[] = []
    let status = 0
    const arrive = (ended: Arrived['ended']) =>
      resolve({ status, ended, text: Buffer.concat(parts).toString('utf8') })
    const onAnswer = (answer: IncomingMessage) => {
      status = answer.statusCode ?? 0
      answer.on('data', (part: Buffer) => {
        parts.push(part)
        if (outcome !== 'endless') return
        arrive('left')
        asked.destroy()
      })
      answer.on('end', () => arrive('end'))
      answer.on('error', () => arrive('broken'))
    }
    const asked = request(url, { method, agent: false }, onAnswer)
    asked.on('error', () => arrive('broken'))
    asked.end()
  })
}

/** Returns what is wrong with a page that has arrived, or null. */
function problemOf({ outcome, status, text, first }: HostilePage, arrived: Arrived): string | null {
  const count = arrived.text.split(SHIM).length - 1
  const at = arrived.text.indexOf(SHIM)
  const source = arrived.text.replace(SHIM, '')
  switch (outcome) {
    case 'whole':
      if (arrived.ended !== 'end' || arrived.status !== status)
        return `arrived ${arrived.ended} ${arrived.status}`
      if (count !== 1) return `has ${count} shims`
      if (at > first) return `has the shim at ${at}, after its first script at ${first}`
      return source === text ? null : `arrived changed: ${source.slice(0, 300)}`
    case 'empty':
      return arrived.ended === 'end' && arrived.status === status && arrived.text === ''
        ? null
        : `arrived ${JSON.stringify(arrived)}`
    case 'cut': {
      if (arrived.status === 502) return arrived.text.includes('content coding') ? null : arrived.text
      // A browser shows the part that arrives, so that part must contain the shim.
      return arrived.text === '' ||
        (count === 1 && at <= first && text.startsWith(source.replace(/\uFFFD$/, '')))
        ? null
        : `arrived cut with ${count} shims: ${source.slice(0, 300)}`
    }
    case 'endless':
      return arrived.ended === 'left' || arrived.status === 502
        ? null
        : `arrived ${arrived.ended} ${arrived.status}`
  }
}

test.each(SEEDS)(
  `${COUNT} hostile pages arrive as they are, with the shim once and first (seed %d)`,
  async seed => {
    const pages = hostilePages(seed, COUNT)
    const open = new Set<string>()
    const app = await startServer((incoming, outgoing) => {
      const page = incoming.url === '/' ? undefined : pages[Number(incoming.url?.slice(1))]
      // The emulator requests this path to check that the app's server answers.
      if (page === undefined) return void outgoing.end()
      open.add(page.name)
      outgoing.on('close', () => open.delete(page.name))
      page.send(outgoing)
    })
    onTestFinished(app.close)
    const problems: string[] = []
    const { errors } = await withEmulator(app.url, async url => {
      const loadNext = async (rest: typeof waiting): Promise<void> => {
        for (const [index, page] of rest) {
          const problem = problemOf(page, await load(`${url}/${index}`, page))
          if (problem !== null) problems.push(`${page.name}: ${problem}`)
        }
      }
      const waiting = pages.entries()
      await Promise.all(Array.from({ length: 10 }, () => loadNext(waiting)))
      // The app's server learns that the browser has left an endless page.
      await expect.poll(() => [...open]).toEqual([])
      expect(await (await fetch(`${url}/__emulator/api/health`)).json()).toMatchObject({ status: 'ok' })
    })
    expect(problems).toEqual([])
    expect(errors).toBe('')
    expect(new Set(pages.map(({ outcome }) => outcome)).size).toBe(4)
  },
)

test.each([
  ['text', '<p>日本</p>\n', (text: string) => `<!doctype html><body>${text}`],
  ['an open script', '<meta a="', (text: string) => `<!doctype html><script>${text}`],
])('a page with 60 MB of %s arrives', async (_, part, pageOf) => {
  const page = Buffer.from(pageOf(part.repeat(60_000_000 / Buffer.byteLength(part))))
  const app = await startServer((_, outgoing) => {
    outgoing.setHeader('content-type', 'text/html; charset=utf-8')
    outgoing.end(page)
  })
  onTestFinished(app.close)
  await withEmulator(app.url, async url => {
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
    const at = '<!doctype html>'.length
    expect(bytes.length).toBe(page.length + SHIM.length)
    expect(bytes.subarray(0, at + SHIM.length).toString()).toBe(`<!doctype html>${SHIM}`)
    expect(bytes.subarray(at + SHIM.length).equals(page.subarray(at))).toBe(true)
  })
})
