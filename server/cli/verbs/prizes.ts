import { momentOf } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { handoversOf } from '#server/campaign/handover.ts'
import type { Context, Outcome, Verb } from '#server/cli/verb.ts'
import { runningHandover } from '#server/data/handover.ts'
import { advanceDraw, lockCurrentDraw } from '#server/draw/current.ts'

export const prizeVerbs: readonly Verb[] = [
  {
    name: 'prizes update',
    summary: 'Show winners the events and counters of campaign/prizes.ts.',
    help: [
      'Run this after you have changed where or when winners get their prizes, and deployed the release. It changes the',
      'tickets of all winners, also after the announcement, and nothing else about the draw. To tell winners that a concert',
      'does not take place, set `cancelled: true` in its event. Times need a time zone.',
    ],
    run: update,
  },
]

async function update({ db, advertised, now }: Context): Promise<Outcome> {
  const { campaign, draw } = await lockCurrentDraw(db)
  const handover = runningHandover(advertised, { announceAt: campaign.announce_at, now })
  await advanceDraw(db, draw, { handover })
  const known = handoversOf(handover)
  const lines = Object.entries(known).map(([key, { event, counter }]) => {
    if (!event) return `${key}: ${counter?.placeEn}, ${counter?.hoursEn}`
    const time = event.cancelled ? 'cancelled' : bangkokTime(momentOf(event.startsAt))
    return `${key}: ${event.venueEn}, ${time}`
  })
  return {
    lines: lines.length === 0 ? ['No prize has an event or a counter.'] : lines,
    detail: { before: handoversOf(draw.handover), after: known },
  }
}
