import type { Ledger } from '#tests/kit/ledger-server.ts'
import { isFinalRefusal } from './wire.ts'
import { nameOf, type Problem, type World } from './world.ts'
import type { Write } from './writes.ts'

/**
 * Compares the server's ledger with the writes, and returns the problems. `shown` has the ids of the jobs that the app
 * shows as refused.
 */
export function judge(world: World, ledger: Ledger, shown: ReadonlySet<string>): Problem[] {
  const { writes, backend, net } = world
  const whoIs = (id: string) => (id === backend.a.customerId ? 'A' : 'B')
  const byId = new Map(writes.map(write => [write.id, write]))
  const problems: Problem[] = []
  const effects = new Map<string, number>()
  for (const { owner, key, route } of ledger.effects) {
    const write = byId.get(key)
    effects.set(key, (effects.get(key) ?? 0) + 1)
    if (!write) problems.push({ kind: 'doubled', what: `${route} with the unknown key ${key}` })
    else if (whoIs(owner) !== write.owner)
      problems.push({ kind: 'owner', what: nameOf(write, writes.indexOf(write)) })
  }
  const refusals = new Set(net.exchanges.filter(isFinalRefusal).map(({ key }) => key))
  for (const [index, write] of writes.entries()) {
    const what = nameOf(write, index)
    const count = effects.get(write.id) ?? 0
    if (shown.has(write.id) && !write.mayFail) problems.push({ kind: 'refused', what })
    if (count > 1) problems.push({ kind: 'doubled', what })
    if (count > 0 || shown.has(write.id) || !isAccepted(write)) continue
    // The server can never accept a write without its photo, although that refusal does not count as final.
    const isRefused = refusals.has(write.id) || write.photoLost
    if (isRefused && writes.some((other, at) => at > index && isNewer(other, write))) continue
    problems.push({ kind: refusals.has(write.id) ? 'hidden' : 'lost', what })
  }
  for (const receipt of ledger.receipts)
    if (receipt.receiptNo[0] !== whoIs(receipt.owner))
      problems.push({ kind: 'owner', what: `receipt ${receipt.receiptNo}` })
  const paths = ledger.pageViews.map(({ path }) => path)
  for (const path of new Set(paths))
    if (paths.indexOf(path) !== paths.lastIndexOf(path))
      problems.push({ kind: 'doubled', what: `page view ${path}` })
  return problems
}

/**
 * True if the app must not lose the write: the phone has stored it, the server has acknowledged it, or its page is
 * still open, and the customer has neither deleted it nor been told that it failed.
 */
function isAccepted({ told, stored, unsaved, deleted, page }: Write): boolean {
  if (deleted || told?.state === 'unsaved' || told?.state === 'refused') return false
  if (unsaved) return !page.dead()
  if (stored || told?.state === 'received' || (told?.state === 'queued' && told.kept)) return true
  return !page.dead()
}

/** True if the customer has sent this write to replace `old`, which the server had refused. */
const isNewer = (write: Write, old: Write) =>
  write.job.subject === old.job.subject && (write.stored || write.told !== null)
