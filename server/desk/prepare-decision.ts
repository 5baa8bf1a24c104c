import { prepareSeal } from '#server/draw/prepare-seal.ts'
import { prepareRun } from '#server/draw/run.ts'
import { type PreparedStep, sealingOf } from './actions.ts'
import { approvalOf, inputOf, requireDecider } from './approvals.ts'
import type { DeskDeps } from './deps.ts'
import type { Person } from './people.ts'

/**
 * Prepares the draw step triggered by an approval. Returns null if the step is quick, if the decision is a refusal, or
 * if the request was already decided or has expired.
 */
export async function prepareDecision(
  deps: DeskDeps,
  person: Person,
  { id, approve, now }: { readonly id: string; readonly approve: boolean; readonly now: number },
): Promise<PreparedStep | null> {
  if (!approve) return null
  const { db } = deps
  const row = await approvalOf(db, id)
  const input = inputOf(row)
  if (input.action !== 'draw-seal' && input.action !== 'draw-run') return null
  await requireDecider(db, row, person, { state: 'done', now })
  if (row.state !== 'asked' || now >= row.expires_at) return null
  const { progress, end } = deps.work.begin({ approval: id, action: input.action })
  try {
    return input.action === 'draw-seal'
      ? {
          list: await prepareSeal(db, sealingOf(input, deps.advertised), now, progress),
          drawn: null,
          progress,
          end,
        }
      : { list: null, drawn: await prepareRun(db, input.beacon, { now }, progress), progress, end }
  } catch (error) {
    end()
    throw error
  }
}
