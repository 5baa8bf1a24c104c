import { messageRules } from '#campaign/message-rules.ts'
import { messageTexts } from '#campaign/messages.ts'
import { bangkokDay, bangkokMinute } from '#contract/rules.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'

export type Person = {
  readonly receipts: { readonly id: string; readonly no: string; isUndone: boolean }[]
  wants: boolean
  isReachable: boolean
  hasLeft: boolean
  hasTickets: boolean
}

type Campaign = { announcedAt: number; closesAt: number; isStopped: boolean }
type Delivery = { readonly person: number; readonly text: string; readonly key: string; readonly at: number }

export const RESULT = messageTexts['not-won'].th.title
export const CLOSING = messageTexts['campaign-closing'].th.title

/** How long LINE is certain to remember a retry key, in milliseconds. */
const KEY_LIFE_MS = 23 * HOUR_MS

/**
 * Keeps the facts about the customers and the campaign. Judges each message that LINE accepts by these facts, and lists
 * what is wrong with it in `problems`.
 */
export function createTruth(count: number, times: Pick<Campaign, 'announcedAt' | 'closesAt'>) {
  const people = Array.from(
    { length: count },
    (): Person => ({ receipts: [], wants: true, isReachable: true, hasLeft: false, hasTickets: true }),
  )
  const campaign: Campaign = { ...times, isStopped: false }
  const deliveries: Delivery[] = []
  const problems: string[] = []
  const firstUse = new Map<string, number>()
  let hasDoubt = false

  return {
    people,
    campaign,
    problems,
    use(key: string, at: number): void {
      if (!firstUse.has(key)) firstUse.set(key, at)
    },
    /**
     * Turns off the check of the daily cap, which the server cannot keep exactly if LINE may have accepted messages
     * that the server gave up on.
     */
    doubt(): void {
      hasDoubt = true
    },
    judge(delivered: Omit<Delivery, 'at'>, at: number): void {
      const { person, text, key } = delivered
      const { receipts, ...is } = people[person] as Person
      const require = (claim: string, isTrue: boolean) => {
        if (!isTrue)
          problems.push(`${claim}: customer ${person} at ${bangkokMinute(at)}: ${text.slice(0, 150)}`)
      }
      const [isResult, isClosing] = [text.includes(RESULT), text.includes(CLOSING)]
      require('a customer wants it', is.wants)
      require('a customer can get it', is.isReachable)
      require('no decision was undone', !receipts.some(({ no, isUndone }) => isUndone && text.includes(no)))
      require('the result is announced', !isResult || at >= campaign.announcedAt)
      require('the customer was in the draw', !isResult || is.hasTickets)
      require('the campaign has not ended', !isClosing || at < campaign.closesAt)
      require('the mailing is not stopped', !isClosing || !campaign.isStopped)
      require('it is not quiet', !isQuiet(at) || morningAfter(at) - (firstUse.get(key) ?? at) >= KEY_LIFE_MS)
      const before = deliveries.filter(one => one.person === person && bangkokDay(one.at) === bangkokDay(at))
      const like = before.filter(one => one.text.includes(CLOSING) === isClosing)
      const { service, marketing } = messageRules.perDay
      require('it is not too many for one day', hasDoubt || like.length < (isClosing ? marketing : service))
      deliveries.push({ ...delivered, at })
    },
    isKnown: (key: string): boolean => deliveries.some(one => one.key === key),
    /** Returns how many messages that contain `mark` a customer has got. */
    times: (person: number, mark: string): number =>
      deliveries.filter(one => one.person === person && one.text.includes(mark)).length,
  }
}

const { from, until } = messageRules.quietHours

function isQuiet(at: number): boolean {
  const time = bangkokMinute(at).slice(11)
  return time >= from || time < until
}

function morningAfter(at: number): number {
  const today = Date.parse(`${bangkokDay(at)}T${until}:00+07:00`)
  return today > at ? today : today + DAY_MS
}
