import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { Operated } from './campaign.ts'

const at = (ms: number) => new Date(Date.now() + ms).toISOString()

/** Time from the end of the campaign until the winners' deadline to confirm, in milliseconds. */
export const CONFIRM_MS = 3 * DAY_MS

export async function closeAndSeal(
  campaign: Operated,
  { winners = 1, reserves }: { readonly winners?: number; readonly reserves: number },
): Promise<void> {
  const office = (...words: string[]) => campaign.organiser(words)
  const dates = ['--draw', at(HOUR_MS), '--announce', at(2 * HOUR_MS), '--confirm-by', at(CONFIRM_MS)]
  await office('dates', 'set', '--closes', at(0), ...dates)
  await office('close')
  const beacon = ['--beacon', 'รางวัลที่ 1', '--beacon-at', at(HOUR_MS)]
  const places = ['--prize', `prize=${winners}`, '--reserves', String(reserves), '--late']
  await campaign.organiserOf(winners, ['draw', 'commit', ...beacon, ...places])
  await office('draw', 'seal')
}

/** Advances the time by two hours, then runs the sealed draw and announces the winners. */
export async function drawAndAnnounce(campaign: Operated): Promise<void> {
  await campaign.passTime(2 * HOUR_MS)
  await campaign.organiser(['draw', 'run', '--beacon', '482913'])
  await campaign.organiser(['announce', '--now'])
}
