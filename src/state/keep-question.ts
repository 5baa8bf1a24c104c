import { effect } from '@preact/signals-core'
import { isRecent } from '#contract/recent.ts'
import { DAY_MS, momentOf } from '#contract/time.ts'
import type { Ports } from '#src/ports.ts'
import { latestValue } from './resource.ts'
import type { App } from './types.ts'

/** Loads the question daily and after it closes, so that customers who have never opened it can answer it offline. */
export function keepQuestion(
  { answers, campaign, customer }: Pick<App, 'answers' | 'campaign' | 'customer'>,
  { reads, clock }: Pick<Ports, 'reads' | 'clock'>,
): () => void {
  let keptFor: string | null = null
  async function keep(owner: string): Promise<void> {
    const copy = await reads.stored({ route: 'question', name: 'question', owner })
    const closesAt = copy?.value?.closesAt ?? null
    const isOver = closesAt !== null && momentOf(closesAt) <= campaign.serverNow()
    if (copy === null || isOver || !isRecent(copy.at, clock.now(), DAY_MS)) await answers.question.load()
  }
  return effect(() => {
    const known = latestValue(customer.current.value)
    if (known?.status !== 'registered' || campaign.state.value !== 'open' || keptFor === known.id) return
    keptFor = known.id
    // Without a copy, the screen loads the question or says why it cannot.
    keep(known.id).catch(() => {})
  })
}
