import { DAY_MS } from '#contract/time.ts'
import type { Fault, History, Step } from './history.ts'
import type { Plant } from './play.ts'
import { canonical } from './single-faults.ts'

type Played = { readonly history: History; readonly plant?: Plant }

const OFFLINE: readonly Fault[] = ['drop-request', 'drop-request', 'drop-request', 'drop-request']

const PORTAL: readonly Fault[] = Array(10).fill('portal')

const FORBIDDEN: readonly Fault[] = Array(10).fill('forbidden')

const steps = (...list: readonly Step[]): Played => ({ history: { seed: 1, steps: list } })

/** Makes the second page that opens unable to read the phone's database. */
const secondPageIsBlind: Plant = {
  prepare({ phone }) {
    const { open } = phone
    let opened = 0
    phone.open = () => {
      const page = open()
      opened += 1
      if (opened === 2) page.loseStorage()
      return page
    }
  },
}

/** Short histories for the sentences that random histories rarely show. */
export const screenHistories: Readonly<Record<string, Played>> = {
  ...Object.fromEntries(Object.entries(canonical).map(([name, history]) => [name, { history }])),
  'the phone is full': steps({ do: 'full', on: true }, { do: 'receipt', tab: 0, faults: OFFLINE, ms: 100 }),
  'the phone is full before a stored receipt is sent': steps(
    { do: 'receipt', tab: 0, faults: OFFLINE, ms: 100 },
    { do: 'full', on: true, ms: 60_000 },
  ),
  'the session has ended': steps(
    { do: 'line', works: false },
    { do: 'token', is: 'expired' },
    { do: 'answer', tab: 0, ms: 1000 },
  ),
  'a queued receipt is deleted': steps(
    { do: 'answer', tab: 0, faults: OFFLINE, ms: 100 },
    { do: 'receipt', tab: 0, ms: 10 },
    { do: 'withdraw', tab: 0, write: 0, ms: 100 },
  ),
  'a correction waits': steps(
    { do: 'receipt', tab: 0, ms: 5000 },
    { do: 'edit', tab: 0, write: 0, faults: OFFLINE, ms: 100 },
  ),
  'a receipt waits for its turn': steps(
    { do: 'receipt', tab: 0, faults: ['hang'], ms: 100 },
    { do: 'receipt', tab: 0, ms: 100 },
  ),
  'a gateway refuses an answer for more than a day': steps(
    { do: 'answer', tab: 0, faults: FORBIDDEN, ms: 100 },
    { do: 'close', tab: 0 },
    { do: 'set-clock', ms: DAY_MS },
    { do: 'open', faults: FORBIDDEN, ms: 5000 },
  ),
  'a Wi-Fi sign-in page answers after the data were loaded': steps(
    { do: 'answer', tab: 0, ms: 5000 },
    { do: 'answer', tab: 0, faults: PORTAL, ms: 100 },
  ),
  'the server is overloaded': steps({ do: 'answer', tab: 0, faults: ['unavailable'], ms: 100 }),
  'the server limits the rate': steps({ do: 'answer', tab: 0, faults: ['too-many'], ms: 100 }),
  'a withdrawal waits, and another tab opens after it has arrived': steps(
    { do: 'receipt', tab: 0, ms: 5000 },
    { do: 'withdraw', tab: 0, write: 0, faults: OFFLINE, ms: 100 },
    { do: 'wait', ms: 120_000 },
    { do: 'open', ms: 1000 },
    { do: 'wait', ms: 1000 },
  ),
  'the server has withdrawn the receipt, and the acknowledgement is lost': steps(
    { do: 'receipt', tab: 0, ms: 5000 },
    { do: 'withdraw', tab: 0, write: 0, faults: ['drop-reply'], ms: 1000 },
  ),
  'a withdrawal of a receipt that the server refuses': steps(
    { do: 'receipt', tab: 0, bad: true, faults: ['hang'], ms: 100 },
    { do: 'withdraw', tab: 0, write: 0, ms: 120_000 },
  ),
  'an answer is too old': steps(
    { do: 'answer', tab: 0, faults: OFFLINE, ms: 100 },
    { do: 'set-clock', ms: 8 * DAY_MS },
    { do: 'wait', ms: 120_000 },
  ),
  'two tabs correct a refused receipt': steps(
    { do: 'receipt', tab: 0, bad: true, ms: 2000 },
    { do: 'open', ms: 1000 },
    { do: 'freeze', tab: 1 },
    { do: 'edit', tab: 0, write: 0, ms: 2000 },
    { do: 'edit', tab: 1, write: 0, ms: 2000 },
  ),
  'a page cannot read the database': {
    ...steps(
      { do: 'receipt', tab: 0, faults: OFFLINE, ms: 100 },
      { do: 'open', ms: 1000 },
      { do: 'wait', ms: 6000 },
    ),
    plant: secondPageIsBlind,
  },
}
