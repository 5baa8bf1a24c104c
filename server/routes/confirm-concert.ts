import { isoOf } from '#contract/time.ts'
import type { Handler } from '#server/handler.ts'
import { decidePrize } from '#server/identity/decide-prize.ts'

export const handler: Handler<'confirmConcert'> = async ({ db, caller, body, now }) => {
  const { confirmed, confirmedAt } = await decidePrize(db, caller.customerId, body, now)
  return { confirmed, confirmedAt: isoOf(confirmedAt) }
}
