import type { JobView } from '#src/outbox/job-view.ts'
import type { OutboxPorts } from '#src/outbox/runner-type.ts'
import { JOBS, OUTCOMES } from '#src/storage/keys.ts'
import { referenceServer } from './backend.ts'
import type { Plant } from './play.ts'
import type { World } from './world.ts'

type Fetch = (request: Request) => Promise<Response>

/** Returns a bug in how the phone reads answers. */
const answers = (change: (response: Response, request: Request) => Response): Plant => ({
  network: (fetch: Fetch) => async request => change(await fetch(request), request),
})

/** Returns a bug in the ports that a page gets from its environment. */
const ports = (change: (given: OutboxPorts) => Partial<OutboxPorts>): Plant => ({
  prepare({ phone }) {
    const { base } = phone
    phone.base = () => {
      const page = base()
      return { ...page, ports: { ...page.ports, ...change(page.ports) } }
    }
  },
})

/**
 * Returns a bug in the records that the phone's database stores. `stored` returns the value to store instead, or
 * undefined to delete the record.
 */
const records = (stored: (key: string, value: unknown) => unknown): Plant => ({
  prepare({ phone }) {
    phone.disk.stored = stored
  },
})

/** Returns a bug in the views that the outbox gives of its jobs. */
const views = (change: (view: JobView) => JobView): Plant => ({
  prepare({ phone }) {
    const { open } = phone
    phone.open = () => {
      const page = open()
      return { ...page, outbox: { ...page.outbox, views: () => page.outbox.views().map(change) } }
    }
  },
})

/** Returns a bug that deletes a job's record when the job gets this state. */
const forgets = (state: string): Plant =>
  records((key, value) =>
    key.startsWith(JOBS) && (value as { state?: string } | undefined)?.state === state ? undefined : value,
  )

const withHeader = (response: Response, name: string, value: string) => {
  const headers = new Headers(response.headers)
  headers.set(name, value)
  return new Response(response.body, { status: response.status, headers })
}

const jsonHeaders = { 'Content-Type': 'application/json' }

const keyOf = (request: Request) => request.headers.get('idempotency-key')

function newKeyForRetries(fetch: Fetch, { uuid }: World): Fetch {
  const sentKeys = new Set<string>()
  return async request => {
    const key = keyOf(request)
    if (key === null) return fetch(request)
    if (!sentKeys.has(key)) {
      sentKeys.add(key)
      return fetch(request)
    }
    const headers = new Headers(request.headers)
    headers.set('Idempotency-Key', uuid())
    return withHeader(await fetch(new Request(request, { headers })), 'Idempotency-Key', key)
  }
}

/** Bugs in the behaviour of the outbox or its server. The chaos tests must find each of them. */
export const bugs: Readonly<Record<string, Plant>> = {
  'any valid answer acknowledges a job': answers((response, request) => {
    const key = keyOf(request)
    return key === null || response.status !== 200 ? response : withHeader(response, 'Idempotency-Key', key)
  }),
  'a lost answer acknowledges a job': {
    network: fetch => request =>
      fetch(request).catch(error => {
        const key = keyOf(request)
        if (key === null || !request.url.endsWith('/api/answer')) throw error
        const [id, questionId, answeredAt] = [key, key, '2026-11-20T12:00:00Z']
        const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key }
        const body = { id, questionId, answerText: '', rights: 0, answeredAt }
        return new Response(JSON.stringify(body), { headers })
      }),
  },
  'every attempt has a key of its own': { network: newKeyForRetries },
  'an expired session refuses a job': answers((response, request) => {
    const body = { error: 'FORBIDDEN', message: '', requestId: '', idempotencyKey: keyOf(request) }
    return response.status === 401
      ? new Response(JSON.stringify(body), { status: 403, headers: response.headers })
      : response
  }),
  'any refusal ends a job': answers((response, request) => {
    const key = keyOf(request)
    if (key === null || response.status !== 403 || request.method === 'HEAD') return response
    const body = { error: 'CUSTOMER_BLOCKED', message: '', requestId: '', idempotencyKey: key }
    return new Response(JSON.stringify(body), { status: 403, headers: jsonHeaders })
  }),
  'the refusal of another job ends a job': answers((response, request) => {
    const key = keyOf(request)
    if (key === null || response.status !== 422 || response.headers.get('idempotency-key') === key)
      return response
    const body = { error: 'VALIDATION', message: '', requestId: '', idempotencyKey: key }
    return new Response(JSON.stringify(body), { status: 422, headers: jsonHeaders })
  }),
  'the server ignores keys': { server: referenceServer({ keyless: true }) },
  'the server looks for the key before it begins its transaction': {
    server: referenceServer({ early: true }),
  },
  'the server ignores owners': { server: referenceServer({ ownerless: true }) },
  'photos are not stored': records((key, value) => (key.startsWith('q/photo/') ? undefined : value)),
  'a refusal is forgotten': forgets('dead'),
  'a job is deleted when it is sent': forgets('sending'),
  'a sign-out deletes unsent jobs': {
    prepare({ phone }) {
      const { signIn } = phone
      phone.signIn = async customer => {
        signIn(customer)
        if (customer === null) await phone.disk.delete(await phone.disk.keys(JOBS))
      }
    },
  },
}

/**
 * Bugs with the phone's own copy of the data. The model of the outbox does not contain the events that lead to them.
 */
export const lostCopies: Readonly<Record<string, Plant>> = {
  'a page does not notice that the browser has deleted the database': {
    prepare({ phone }) {
      phone.deleteDatabase = () => phone.disk.deletePrefix('')
    },
  },
  'a job of the build before this one cannot be read': records((key, value) =>
    key.startsWith(JOBS) && value !== undefined && !('claim' in (value as object))
      ? { ...(value as object), v: 0 }
      : value,
  ),
}

/** Bugs in what the outbox reports about its jobs, although it handles the jobs correctly. */
export const falseSentences: Readonly<Record<string, Plant>> = {
  'a job in memory looks as if it was stored': views(view => ({ ...view, kept: true })),
  'a refused job looks as if it was queued': views(view =>
    view.state === 'refused' ? { ...view, state: 'queued' } : view,
  ),
  'a withdrawn job counts as received': records((key, value) =>
    key.startsWith(OUTCOMES) && value !== undefined ? { ...(value as object), state: 'received' } : value,
  ),
  'tabs do not tell each other what they have done': ports(({ tabs }) => ({
    tabs: { ...tabs, post: () => {} },
  })),
}
