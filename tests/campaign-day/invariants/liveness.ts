import type { Invariant } from '../facts.ts'

/** Once the faults are over, no write is still waiting on a customer's phone. */
export const everythingIsSent: Invariant = ({ customers }) =>
  customers.flatMap(({ number, phone }) => {
    const outbox = phone.page()?.app.outbox
    const waiting = outbox?.jobs.peek().filter(({ state }) => state === 'queued' || state === 'sending') ?? []
    return waiting.length > 0
      ? [`${waiting.length} writes of customer ${number} still wait on the phone`]
      : []
  })

/**
 * Once the faults are over, the servers have done everything that was due. They deauthorize at LINE only with the
 * secret of the LINE Login channel, which these servers do not have.
 */
export const everythingDueIsDone: Invariant = ({ store, now }) => [
  ...store
    .rows<{ kind: string; last_error: string | null }>(
      "select kind, last_error from outgoing where kind <> 'deauthorize'",
    )
    .map(({ kind, last_error }) => `the task ${kind} is not done: ${last_error}`),
  ...store
    .rows<{ state: string }>("select state from line_webhook_event where state in ('waiting', 'replying')")
    .map(({ state }) => `an event of LINE is still ${state}`),
  ...store
    .rows<{ kind: string }>("select kind from message where state = 'waiting' and not_before < ?", now())
    .map(({ kind }) => `a LINE message "${kind}" is still waiting`),
  ...store
    .rows<{ kind: string }>("select kind from mailing where state = 'running' and due_at < ?", now())
    .map(({ kind }) => `the mailing "${kind}" is not done`),
]

/** The photos of a person who has left are deleted. */
export const photosOfThoseWhoLeftAreDeleted: Invariant = ({ store, customers }) =>
  customers.flatMap(({ number, customerId, leftAt }) =>
    customerId !== null && leftAt !== null && store.photos().some(key => key.includes(customerId))
      ? [`photos of customer ${number}, who left, are still stored`]
      : [],
  )
