import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { DeskAction } from '#contract/approvals.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { freePort } from '#tests/kit/campaign.ts'
import { testDesk } from '#tests/kit/desk.ts'
import type { Prepared } from '#tests/kit/prepared.ts'
import { testServer } from '#tests/kit/server.ts'
import { type ServerProcess, startServerProcess } from '#tests/kit/server-process.ts'

type Draw = DeskAction & { readonly action: 'draw-seal' | 'draw-run' }

/**
 * Starts a server whose process also runs two desks: one at the time of the seal and one at the time of the draw, which
 * is `ahead` milliseconds later.
 */
export async function serverWithDesk({ db, env }: Prepared, ahead: number) {
  const desks = {
    'draw-seal': { port: await freePort(), ahead: 0 },
    'draw-run': { port: await freePort(), ahead },
  }
  const program = fileURLToPath(new URL('draw-server.ts', import.meta.url))
  const server: ServerProcess = await startServerProcess(
    { ...env, DESKS: JSON.stringify(Object.values(desks)) },
    program,
  )

  /**
   * Asks for a step of the draw as one manager. Returns a function that approves it as another manager. The server's
   * process then carries it out.
   */
  async function ask(input: Draw): Promise<() => Promise<void>> {
    const at = desks[input.action]
    const origin = `http://localhost:${at.port}`
    const here = await testServer({ now: Date.now() + at.ahead, dialect: 'sqlite', deps: { db } })
    const { join } = await testDesk(here, { origin })
    const asker = await join('manager', `asks for ${input.action}`)
    const decider = await join('manager', `approves ${input.action}`)
    const { status, body, error } = await asker.call('askApproval', { body: { input } })
    if (status !== 200) throw new Error(`${input.action}: ${error.error}`)
    const found = body.approvals.find(one => one.state === 'asked' && one.input.action === input.action)
    await here.close()
    const headers = { Origin: origin, Cookie: decider.cookie() ?? '', 'Content-Type': 'application/json' }
    return async () => {
      const { Cookie } = headers
      const listed = await fetch(`${origin}/desk-api/approvals`, {
        headers: { Cookie, 'Sec-Fetch-Site': 'same-origin' },
      })
      const { approvals } = (await listed.json()) as DeskAnswer<'approvals'>
      const seen = approvals.find(({ id }) => id === found?.id)?.seen
      await post(`${origin}/desk-api/approvals/${found?.id}`, headers, { approve: true, seen })
    }
  }

  return { server, ask }
}

/** Posts JSON without a time limit, because `fetch` gives up after five minutes. Throws unless the status is 200. */
async function post(url: string, headers: Record<string, string>, body: object): Promise<void> {
  const [status, answer] = await new Promise<[number | undefined, string]>((resolve, reject) => {
    request(url, { method: 'POST', headers }, response => {
      text(response).then(all => resolve([response.statusCode, all]), reject)
    })
      .on('error', reject)
      .end(JSON.stringify(body))
  })
  if (status !== 200) throw new Error(`${url}: ${status} ${answer}`)
}
