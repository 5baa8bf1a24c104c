import type { Campaign } from '#server/campaign/clock.ts'
import { DrawRefusal } from '#server/draw/refusal.ts'

/** Throws NO_ANNOUNCEMENT if no announcement time is set, because the messages would reveal the result too early. */
export function resultsOf({ draw_id, announced_at }: Campaign) {
  if (draw_id === null || announced_at === null) throw new DrawRefusal('NO_ANNOUNCEMENT')
  return { kind: 'results', subject: draw_id } as const
}

export const dueAtOf = ({ announced_at }: Campaign, now: number): number => Math.max(now, announced_at ?? now)
