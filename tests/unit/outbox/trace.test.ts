import { describe, expect, test } from 'vitest'
import { checkTrace, type TraceEvent } from '#tests/model/trace.ts'

const job = 'receipt 1'
const open = (tab: string, owner = 'A'): TraceEvent => ({ event: 'open', tab, owner })
const add = (tab = 't1', kept = true): TraceEvent => ({ event: 'enqueue', tab, job, owner: 'A', kept })
const does = (event: Extract<TraceEvent, { tab: string; job: string; owner?: never }>['event'], tab = 't1') =>
  ({ event, tab, job }) as TraceEvent
const server = (event: 'effect' | 'refused' | 'replayed', owner = 'A'): TraceEvent => ({ event, job, owner })
const session = (owner: string | null): TraceEvent => ({ event: 'session', owner })
const begin = [session('A'), open('t1'), open('t2')]
const [effect, refused, replayed] = [server('effect'), server('refused'), server('replayed')]

const possible: Readonly<Record<string, readonly TraceEvent[]>> = {
  'a job is stored, sent and acknowledged': [add(), does('claim'), effect, does('ack')],
  'a lost answer is repeated': [
    add(),
    does('claim'),
    effect,
    does('requeue'),
    does('claim'),
    replayed,
    does('ack'),
  ],
  'a crash while sending, then another tab sends': [
    add(),
    does('claim'),
    effect,
    { event: 'close', tab: 't1' },
    does('claim', 't2'),
    replayed,
    does('ack', 't2'),
  ],
  'a frozen tab and another one send the same job': [
    add(),
    does('claim'),
    does('claim', 't2'),
    effect,
    does('ack', 't2'),
    replayed,
    does('ack'),
  ],
  'a request takes effect long after its tab has crashed': [
    add(),
    does('claim'),
    { event: 'close', tab: 't1' },
    open('t3'),
    effect,
    does('claim', 't3'),
    replayed,
    does('ack', 't3'),
  ],
  'a refused job is corrected': [add(), does('claim'), refused, does('refuse'), does('replace')],
  'a refused job is sent again, refused again and deleted': [
    add(),
    does('claim'),
    refused,
    does('refuse'),
    does('retry', 't2'),
    does('claim', 't2'),
    refused,
    does('refuse', 't2'),
    does('withdraw'),
  ],
  'a session of another customer, then a withdrawal': [
    add(),
    session('B'),
    does('claim'),
    does('release'),
    does('withdraw', 't2'),
  ],
  'a job in memory is sent': [add('t1', false), does('claim'), effect, does('ack'), does('ack')],
  'a job in memory is stored and sent by another tab': [
    add('t1', false),
    does('keep'),
    does('claim', 't2'),
    effect,
    does('ack', 't2'),
  ],
  'a customer leaves while an answer is on its way': [
    add(),
    does('claim'),
    effect,
    { event: 'discard', owner: 'A' },
    does('delete', 't2'),
    { event: 'leave', tab: 't2', owner: 'A' },
  ],
  'a tab claims a job just as its customer changes': [
    add(),
    { event: 'owner', tab: 't1', owner: 'B' },
    does('claim'),
    does('release'),
  ],
  'customers take turns': [
    add(),
    session('B'),
    { event: 'owner', tab: 't1', owner: 'B' },
    { event: 'owner', tab: 't2', owner: 'B' },
    session('A'),
    { event: 'owner', tab: 't2', owner: 'A' },
    does('claim', 't2'),
    effect,
    does('ack', 't2'),
  ],
}

const impossible: Readonly<Record<string, readonly [trace: readonly TraceEvent[], wrong: TraceEvent]>> = {
  'an acknowledgement without an effect': [[add(), does('claim')], does('ack')],
  'a second effect': [[add(), does('claim'), effect], effect],
  'an effect under another customer': [[add(), does('claim')], server('effect', 'B')],
  'an effect that was not sent': [[add()], effect],
  'an effect under a session of another customer': [[add(), session('B'), does('claim')], effect],
  'a withdrawal after an attempt': [[add(), does('claim'), effect, does('requeue')], does('withdraw')],
  'an attempt that is forgotten': [
    [add(), does('claim'), effect, does('claim', 't2'), does('requeue', 't2')],
    does('release'),
  ],
  'a refusal without a refusal': [[add(), does('claim'), effect], does('refuse')],
  "a claim by another customer's tab": [[add(), open('t3', 'B')], does('claim', 't3')],
  'a job in memory that another tab sends': [[add('t1', false)], does('claim', 't2')],
  'a job in memory that survives its page': [
    [add('t1', false), { event: 'close', tab: 't1' }, open('t1')],
    does('claim'),
  ],
  'a deletion that no customer wanted': [[add()], does('delete')],
  'a record that is written after its customer has left': [
    [
      add(),
      does('claim'),
      effect,
      { event: 'discard', owner: 'A' },
      does('delete', 't2'),
      { event: 'leave', tab: 't2', owner: 'A' },
    ],
    does('ack'),
  ],
  'a job that is stored after its customer has left': [
    [add('t1', false), { event: 'leave', tab: 't2', owner: 'A' }],
    does('keep'),
  ],
}

describe('the trace checker', () => {
  test.each(Object.entries(possible))('accepts: %s', (_, trace) =>
    expect(checkTrace([...begin, ...trace])).toBeNull(),
  )

  test.each(Object.entries(impossible))('rejects: %s', (_, [trace, wrong]) => {
    expect(checkTrace([...begin, ...trace])).toBeNull()
    const whole = [...begin, ...trace, wrong]
    expect(checkTrace(whole)).toMatchObject({ job, index: whole.length - 1 })
  })

  test('says what the model knows about the job', () =>
    expect(checkTrace([...begin, add(), does('claim'), does('ack')])?.why).toBe(
      'ack is not possible if the job is first (server: none)',
    ))

  test('reuses the places of closed tabs', () => {
    const visits = Array.from({ length: 50 }, (_, i) => [open(`v${i}`), { event: 'close', tab: `v${i}` }])
    const trace = [...begin, ...visits.flat(), add(), does('claim'), effect, does('ack')]
    expect(checkTrace(trace as readonly TraceEvent[])).toBeNull()
  })
})
