import { type LegalFacts, type LegalSection, TAX_PERCENT, TAXED_FROM_BAHT } from './legal-facts.ts'
import { organiser as by } from './organiser.ts'
import { prizes, reserves } from './prizes.ts'
import { rewards } from './rewards.ts'

const IN_APP = '(the terms in the app show the date and time)'

/** If the versions differ, the Thai terms prevail. */
export function terms(facts: LegalFacts): readonly LegalSection[] {
  const { dates, money, number } = facts
  const total = prizes.reduce((sum, prize) => sum + prize.count * prize.valueBaht, 0)
  const taxed = prizes.filter(prize => prize.valueBaht >= TAXED_FROM_BAHT)
  const shipped = prizes.filter(prize => prize.delivery === 'shipped')
  const counter = prizes.filter(prize => prize.delivery === 'counter')
  return [
    {
      title: 'Organiser and permit',
      points: [
        `Organised by ${by.nameEn}, ${by.addressEn}`,
        `Permit for a lucky draw under the Gambling Act B.E. 2478: no. ${facts.permitNo ?? '[permit number]'}, dated ${by.permitDateEn}, issued by ${by.permitOfficeEn}`,
        `Questions: phone ${by.phone}, email ${by.email}`,
        'If the Thai and the English terms differ, the Thai terms apply',
      ],
    },
    {
      title: 'Period and area',
      points: [
        dates ? `From ${dates.opens} to ${dates.closes}` : `The period of the campaign ${IN_APP}`,
        `The campaign runs in ${by.areaEn}`,
      ],
    },
    {
      title: 'How to take part',
      points: [
        `You must be at least ${facts.minAge} years old`,
        'Buy Fongfu drinks at a participating store and send a photo of the receipt in this app while the campaign runs',
        `Every ${facts.bahtPerEntry} of Fongfu on a receipt is one entry. A receipt needs at least ${facts.minAmount}. Receipts cannot be combined`,
        `You can send up to ${facts.maxReceiptsPerDay} receipts a day. Each receipt counts once`,
        'Joining gives one entry, and each question that you answer gives one entry',
        'Duplicate, altered or unreadable receipts do not count',
        'Keep the paper receipt. You need it to claim a prize',
      ],
    },
    {
      title: 'Prizes',
      points: [
        ...prizes.map(
          prize =>
            `${prize.titleEn}: ${number(prize.count)}, worth ${money(prize.valueBaht)} each${more(prize.conditionsEn)}`,
        ),
        `The prizes of the draw are worth ${money(total)}. There are ${number(reserves)} reserves`,
        ...rewards
          .filter(reward => reward.onHome && reward.stock !== undefined)
          .map(
            reward =>
              `${reward.titleEn}: ${number(reward.stock ?? 0)} to give away without a draw${more(reward.conditionsEn)}`,
          ),
        'Prizes cannot be exchanged for cash or transferred to another person',
      ],
    },
    {
      title: 'Draw and announcement',
      points: [
        dates
          ? `The draw takes place on ${dates.draw} at ${by.drawPlaceEn}`
          : `The draw takes place at ${by.drawPlaceEn} ${IN_APP}`,
        dates
          ? `Winners are announced on ${dates.announce} ${by.announceEn}`
          : `Winners are announced ${by.announceEn} ${IN_APP}`,
        'One person can win at most one prize of the draw',
      ],
    },
    {
      title: 'Claiming a prize',
      points: [
        dates
          ? `Confirm in the app by ${dates.confirmBy}. After that, the prize goes to the next person on the reserve list`
          : `Confirm in the app before the deadline ${IN_APP}. After that, the prize goes to the next person on the reserve list`,
        'If you move up from the reserve list, confirm by the time that the app shows',
        'Bring your ID card and the paper receipt. The organiser checks your identity before handing over a prize',
        ...(shipped.length > 0
          ? ['Prizes that are shipped go to the address in Thailand that the winner gives']
          : []),
        ...(counter.length > 0 ? [`Collect prizes at ${by.claimPlaceEn}`] : []),
        ...(taxed.length > 0
          ? [
              `Winners of prizes worth ${money(TAXED_FROM_BAHT)} or more pay ${TAX_PERCENT} % withholding tax before they receive the prize: ${taxed.map(prize => `${prize.titleEn} ${money((prize.valueBaht * TAX_PERCENT) / 100)}`).join(', ')}`,
            ]
          : []),
      ],
    },
    {
      title: 'Who cannot take part',
      points: [
        `Employees of ${by.nameEn}, of the agencies that run the campaign and of its committee, and their families`,
      ],
    },
  ]
}

const more = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : ` (${conditions.join(', ')})`

export const privacy = (): readonly LegalSection[] => [
  {
    title: 'Data controller',
    points: [
      `${by.nameEn}, ${by.addressEn}`,
      `Phone ${by.phone}, email ${by.email}`,
      `Data protection officer: ${by.dpo}`,
    ],
  },
  {
    title: 'What we collect',
    points: [
      'What you enter: name, phone number, birthday and, if you give them, email, gender and address',
      'The address of winners whose prize is shipped',
      'You need to give your name, phone number and birthday to take part, and your address if we have to ship a prize to you. The rest is voluntary',
      'From LINE: your user id, name and profile picture, and if the campaign answers in its LINE chat, your messages there until they are answered, and whether you have blocked our account',
      'The language that you use in the app, so that LINE messages have the same language',
      'Photos of receipts, with store, number, date and amount',
      'Your answers, entries, results in the draw and used rewards',
      'Logs of use: the pages you open and when, your device and app, and the consents you gave',
      'Technical reports of the app (errors, loading times, waiting items, versions), stored without your identity. You can switch them off under “My details”',
    ],
  },
  {
    title: 'Why we use it, and the legal basis',
    points: [
      'To run the campaign, check receipts, hold the draw and deliver prizes (contract)',
      'To pay withholding tax and report to the office that issued the permit (legal obligation)',
      'If the campaign sends messages in LINE: to tell you about your receipts, prizes and rewards. You can switch them off under “My details” or block our account (contract)',
      'To prevent fraud and keep the service secure (legitimate interest)',
      'To send news and offers, only if you agree. You can withdraw at any time (consent)',
      'If you are under 20, talk to a parent or guardian before you agree to receive news',
    ],
  },
  {
    title: 'Who receives it',
    points: [
      `Companies that work for us: ${by.processorsEn}`,
      `Countries in which the data is stored and processed, and how it is protected there: ${by.countriesEn}`,
      'LINE, which delivers our messages to you: what they say, such as a receipt’s number or your prize',
      'The Revenue Department and the office that issued the permit, as the law requires',
      'The announcement shows only a partly hidden name and the ticket number of each winner',
      'We never sell your data or share it for the marketing of others',
    ],
  },
  {
    title: 'How long we keep it',
    points: [
      'Photos of receipts: deleted 90 days after the announcement',
      'Other personal data: deleted 180 days after the announcement',
      'If the announcement is late, the days count from its planned date',
      'If you do not finish registering: deleted 30 days after your last visit',
      'Logs of use: deleted after 90 days. Technical reports and records of LINE messages: after 30 days',
      'If you leave the campaign, we delete your data before that',
    ],
  },
  {
    title: 'Your rights',
    points: [
      'You can see, copy, correct, delete, restrict, object to and transfer your data, and withdraw your consent',
      'Under “My details” you can change your data, withdraw your consent and leave the campaign',
      `For everything else, contact ${by.dpo}`,
      'You can complain to the Personal Data Protection Committee (PDPC), www.pdpc.or.th',
    ],
  },
]
