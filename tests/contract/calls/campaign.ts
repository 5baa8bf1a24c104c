import { announceWinner, campaignOf } from '#tests/kit/activity.ts'
import type { CallExample } from '#tests/kit/call-example.ts'
import { type SignedIn, type TestServer, update } from '#tests/kit/server.ts'

export const activity: CallExample<'activity'> = { good: () => ({}), varies: ['serverTime'] }

export const question: CallExample<'question'> = { good: () => ({}) }

export const postAnswer: CallExample<'postAnswer'> = {
  good: () => ({ body: { Answer: 'แม่ครับ' } }),
  malformed: { body: { Answer: '' } },
}

/** Sends an answer, and returns the input for a page of five. */
const answered = async (_: TestServer, me: SignedIn) => {
  await me.call('postAnswer', { body: { Answer: 'แม่ครับ' } })
  return { query: { limit: '5' } }
}

export const lastAnswer: CallExample<'lastAnswer'> = {
  good: async (server, me) => ({ ...(await answered(server, me)), query: {} }),
}

export const answerHistory: CallExample<'answerHistory'> = {
  good: answered,
  malformed: { query: { limit: '1000' } },
}

export const createReward: CallExample<'createReward'> = {
  good: () => ({ body: {} }),
  malformed: { body: { rights: 9 } },
}

const withReward = async (_: TestServer, me: SignedIn) => {
  await me.call('createReward', { body: {} })
  return {}
}

export const getReward: CallExample<'getReward'> = { good: withReward }

export const getRewardQr: CallExample<'getRewardQr'> = { good: withReward }

export const rewardTickets: CallExample<'rewardTickets'> = {
  good: answered,
  malformed: { query: { limit: '1000' } },
  check: ({ total, groups }) => {
    if (total !== 1 || groups[0]?.source !== 'answer') throw new Error('the answer’s ticket is missing')
  },
}

export const useReward: CallExample<'useReward'> = {
  good: async (server, me) => ({ ...(await withReward(server, me)), body: { rewardType: 'welcome' } }),
  malformed: { body: { rewardType: 'car' } },
}

export const confirmConcert: CallExample<'confirmConcert'> = {
  good: async (server, me) => {
    await announceWinner(server, me)
    return { body: { attend: true } }
  },
  malformed: { body: { attend: 'yes' } },
}

export const draw: CallExample<'draw'> = {
  good: async server => ({ params: { id: (await campaignOf(server)).draw_id ?? '' } }),
  malformed: { params: { id: 'x' } },
}

export const prizeCalendar: CallExample<'prizeCalendar'> = {
  good: async server => {
    const event = { startsAt: '2027-02-22T12:00:00.000Z', venueTh: 'ลานคอนเสิร์ต', venueEn: 'Arena' }
    await update(server, 'draw', { handover: JSON.stringify({ concert: { event } }) })
    return { params: { key: 'concert' } }
  },
  malformed: { params: { key: 'Concert' } },
}

export const masterAll: CallExample<'masterAll'> = { good: () => ({}) }

export const provinces: CallExample<'provinces'> = { good: () => ({}) }

export const districts: CallExample<'districts'> = {
  good: () => ({ query: { provinceId: '10' } }),
  malformed: { query: { provinceId: 'ten' } },
}

export const subdistricts: CallExample<'subdistricts'> = {
  good: () => ({ query: { districtId: '1001' } }),
  malformed: { query: { districtId: '-1' } },
}

export const stores: CallExample<'stores'> = { good: () => ({}) }
