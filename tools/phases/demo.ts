import { definition } from '#campaign/definition.ts'
import type { AdvertisedPrize } from '#server/draw/advertised.ts'
import type { Person } from '#server/rehearsal/people.ts'

/** With 200 customers and these numbers, most do not win. */
const FIRST_PRIZES = 3
const OTHER_PRIZES = 7
const RESERVES = 5
/** Between these times, winners collect their prizes, and other customers their consolation prizes. */
const AFTER_THE_DRAW = { opens: '+33d 14:00', closes: '+63d 14:00' }

const prizes = definition.prizes.map((prize, index) => ({
  ...prize,
  count: index === 0 ? FIRST_PRIZES : OTHER_PRIZES,
}))

/**
 * The project's own campaign with fewer prizes, and with dates that include today. The draw's prizes are compared with
 * these, not with the advertised ones.
 */
export const demoDefinition = {
  ...definition,
  dates: {
    opens: '-7d',
    closes: '+28d',
    draw: '+31d 14:00',
    announce: '+33d 14:00',
    confirmBy: '+40d 14:00',
  },
  prizes,
  reserves: RESERVES,
  rewards: definition.rewards.map(reward =>
    reward.unlockedBy === 'winner' || reward.unlockedBy === 'lost'
      ? { ...reward, ...AFTER_THE_DRAW }
      : reward,
  ),
}

export const demoPrizes: readonly AdvertisedPrize[] = prizes

/** The demo customer who gets the LINE account of the phone's current user. */
export const phoneOwner: Person = {
  user: { lineUserId: `U${'0'.repeat(32)}`, displayName: 'มานี', pictureUrl: null },
  profile: { firstName: 'มานี', lastName: 'ใจดี', birthDate: '1999-05-12', gender: 'female' },
  answers: true,
  receipts: [
    { baht: 350, decision: 'approve' },
    { baht: 520, decision: 'approve' },
    { baht: 180, decision: 'reject' },
    { baht: 245, decision: 'wait' },
  ],
}

/** Includes the phone's customer. */
export const CUSTOMERS = 200
