import { prizes, reserves } from './prizes.ts'
import { questions } from './questions.ts'
import { rewards } from './rewards.ts'

/**
 * The campaign's dates and rules. The server reads them only once, to fill an empty database; the app's build reads the
 * prizes and rewards for home and the terms. To change a running campaign, use the command line (`npm run campaign`).
 *
 * Each time needs a time zone: `2026-12-01T00:00:00+07:00`. For trials, it can also be a number of days relative to the
 * day on which the campaign is created, with an optional time of day in Bangkok: `-7d`, `+31d 14:00`.
 */
export const definition = {
  dates: {
    opens: '-7d',
    closes: '+28d',
    draw: '+31d 14:00',
    announce: '+33d 14:00',
    /** Deadline for winners to confirm their seats. Unconfirmed seats then go to the reserves. */
    confirmBy: '+40d 14:00',
  },

  rules: {
    bahtPerRight: 100,
    minAmountBaht: 100,
    maxReceiptsPerDay: 10,
    minAge: 10,
    /** Customers are promised a decision about a receipt within this many days; null if nothing is promised. */
    reviewDays: 3,
    /**
     * Versions of the terms and the privacy notice. In a running campaign, `terms set` changes them, and customers who
     * agreed to another version must agree again.
     */
    termsVersion: '2026-12',
    privacyVersion: '2027-01',
    /** Lucky-draw permit number shown in the app; null to hide it. */
    permitNo: null,
    /**
     * If false, customers who open the app in a normal browser are sent to LINE; if true, they can use it there through
     * LINE Login.
     */
    allowExternalBrowser: false,
  },

  /** One to four letters before every ticket number, for example FF-004512-5. Cannot be changed later. */
  ticketPrefix: 'FF',

  prizes,
  reserves,

  questions,
  rewards,
}
