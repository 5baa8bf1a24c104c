import type { Ledger } from '#tests/kit/ledger-server.ts'
import type { MakeBackend } from './backend.ts'
import type { History } from './history.ts'
import { type Outcome, play } from './play.ts'

/** Plays a history on the reference server and on the real one. Returns the first difference, or null. */
export async function difference(history: History, real: MakeBackend): Promise<string | null> {
  const [expected, found] = [summary(await play(history)), summary(await play(history, { server: real }))]
  const at = expected.findIndex((line, i) => line !== found[i])
  if (at < 0 && expected.length === found.length) return null
  const place = at < 0 ? expected.length : at
  return `reference: ${expected[place] ?? 'nothing'}; real: ${found[place] ?? 'nothing'}`
}

function summary({ exchanges, ledger, backend }: Outcome): string[] {
  const named = (owner: string) => (owner === backend.a.customerId ? 'A' : 'B')
  const sorted = <T>(list: readonly T[], line: (one: T) => string) => list.map(line).sort()
  const { receipts, answers, effects, pageViews }: Ledger = ledger
  return [
    ...exchanges.map(
      ({ call, key, fault, reply }) => `${call} ${key} ${fault}: ${reply?.status} ${reply?.error ?? ''}`,
    ),
    ...sorted(receipts, ({ owner, ...receipt }) => `${named(owner)} ${JSON.stringify(receipt)}`),
    ...sorted(answers, ({ owner, text }) => `${named(owner)} answered ${text}`),
    ...sorted(effects, ({ owner, key, route }) => `${named(owner)} ${route} ${key}`),
    ...sorted(pageViews, ({ owner, path }) => `${named(owner)} saw ${path}`),
  ]
}
