import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Tables } from '#server/store/tables.ts'
import { inCircle } from '#tests/kit/circle.ts'
import { CLOSING, RESULT } from '#tests/kit/message-truth.ts'
import { changes, type MessageWorld, messageWorld, weathers } from '#tests/kit/message-world.ts'
import { testDialect } from '#tests/kit/seeded.ts'

/** `MESSAGE_SEED=…` repeats a failed run. */
const seed = Number(process.env.MESSAGE_SEED ?? Date.now() % 2 ** 31)
/** PostgreSQL gets fewer runs, because each takes several times as long. */
const nightly = testDialect === 'postgres' ? 100 : 400
const numRuns = Number(process.env.MESSAGE_RUNS ?? inCircle({ push: 10, merge: 40, nightly }))

const PEOPLE = 5
const pauses = [MINUTE_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 3 * HOUR_MS, 11 * HOUR_MS] as const

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ send: fc.constantFrom(...weathers), processes: fc.constantFrom(1, 1, 2) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ change: fc.constantFrom(...changes, 'decide', 'decide'), n: fc.nat(PEOPLE - 1) }),
  },
  { weight: 2, arbitrary: fc.record({ pause: fc.constantFrom(...pauses) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function take(world: MessageWorld, one: Step): Promise<void> {
  if ('send' in one) await world.send(one.send, one.send === 'killed' ? 1 : one.processes)
  else if ('change' in one) await world.change(one.change, one.n)
  else world.clock.advance(one.pause)
}

/** Resumes sending, and lets LINE answer normally for six days. */
async function settle(world: MessageWorld): Promise<void> {
  await world.change('resume', 0)
  for (let hour = 0; hour < 6 * 24; hour += 2) {
    world.clock.advance(2 * HOUR_MS)
    for (let n = 0; n < 3; n++) await world.send('good')
  }
}

type Row = Tables['message']

/** Returns the text by which a message is recognised in LINE. */
function markOf({ truth }: MessageWorld, person: number, { kind, subject }: Row): string {
  if (kind !== 'receipt-approved') return kind === 'not-won' ? RESULT : CLOSING
  return truth.people[person]?.receipts.find(({ id }) => id === subject.split(':')[0])?.no ?? ''
}

/** Returns the problems with the final state of a message. */
function wrongWith(world: MessageWorld, row: Row): string[] {
  const { truth } = world
  const person = world.personOf(row.customer_id)
  const { wants, isReachable, receipts } = truth.people[person] as (typeof truth.people)[number]
  const times = truth.times(person, markOf(world, person, row))
  const isUndone = receipts.some(({ id, isUndone: is }) => is && row.subject.startsWith(`${id}:`))
  const isDoubtful = row.unsure === 1 || (row.state === 'sent' && isUndone)
  const isRight = isDoubtful ? times <= 1 : times === (row.state === 'sent' ? 1 : 0)
  const isExplained =
    row.state !== 'dropped' ||
    !(wants && isReachable && !isUndone) ||
    /older than three days|out of date|deadline/.test(row.reason ?? '')
  const about = `${row.kind} ${row.state} ${row.unsure} ${row.reason}: customer ${person}, ${times} times`
  return [
    ...(isRight ? [] : [`not once: ${about}`]),
    ...(isExplained ? [] : [`dropped without a cause: ${about}`]),
    ...(row.state === 'waiting' || row.state === 'held' ? [`not settled: ${about}`] : []),
  ]
}

test(
  `each message is true, allowed and wanted when it arrives, and arrives once (seed ${seed})`,
  async () =>
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 40 }), async steps => {
        const world = await messageWorld(PEOPLE)
        try {
          for (const one of steps) await take(world, one)
          await settle(world)
          const wrong = (await world.rows()).flatMap(row => wrongWith(world, row))
          expect([world.truth.problems, wrong, await world.requests()]).toEqual([[], [], []])
        } finally {
          await world.close()
        }
      }),
      { seed, numRuns, endOnFailure: true },
    ),
  600_000,
)
