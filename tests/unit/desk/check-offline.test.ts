import { describe, expect, test } from 'vitest'
import { shortCodeOf, shownShortCode } from '#contract/short-code.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { checkOffline } from '#desk/pages/scan/check-offline.ts'
import { ownKey, type StoredNight } from '#desk/pages/scan/night-store.ts'
import { codePrefix, hourKeys, qrCode } from '#server/campaign/qr.ts'

const NOW = Date.parse('2026-12-24T19:00:00+07:00')
const HOUR = Math.floor(NOW / HOUR_MS)
const ID = '01a1f753-6480-7536-b568-98fe1d5c09f1'
const OTHER = '01a1f753-6480-7536-b568-98fe1d5c09f2'
const SECRET = Buffer.alloc(32, 7).toString('base64url')
const prefix = codePrefix(ID)
const title = { th: 'บัตร', en: 'Ticket' }
const codeAt = (now: number, id = ID, secret = SECRET) => qrCode(id, secret, now).payload

const night: StoredNight = {
  list: {
    now: NOW,
    stores: [],
    keepUntil: NOW + 20 * HOUR_MS,
    hour: HOUR,
    entries: [
      {
        prefix,
        keys: hourKeys(prefix, SECRET, { hour: HOUR, count: 2 }),
        name: 'สมชาย ใจดี',
        rewardType: 'concert',
        title,
      },
    ],
  },
  used: [],
  clockOffset: 0,
}

type Known = Parameters<typeof checkOffline>[2]
const check = (code: string, now = NOW, known: Partial<Known> = {}) =>
  checkOffline(code, now, { night, taken: {}, device: 'Door 1', ...known })
const no = (reason: string, madeAt: number | null = null) => ({ result: 'no', reason, madeAt })
const person = (state: object, now = NOW) => ({
  ...{ result: 'person', code: codeAt(now), name: 'สมชาย ใจดี' },
  items: [{ rewardType: 'concert', title, state }],
})

describe('without a network', () => {
  test.each([0, 29_000, 59 * MINUTE_MS, 119 * MINUTE_MS])(
    'a current code of the list is valid after %d ms, also in the next hour',
    async ms => {
      expect(await check(codeAt(NOW + ms), NOW + ms)).toEqual(
        person({ kind: 'ready', needsGuardian: false }, NOW + ms),
      )
    },
  )

  test('a code is current in its half minute and the ones next to it', async () => {
    const code = codeAt(NOW)
    expect(await check(code, NOW + 59_000)).toMatchObject({ result: 'person' })
    expect(await check(code, NOW + 60_000)).toEqual(no('old', NOW))
    expect(await check(codeAt(NOW + 60_000), NOW)).toEqual(no('future', NOW + 60_000))
    expect(await check(codeAt(NOW - 3 * HOUR_MS))).toEqual(no('old', NOW - 3 * HOUR_MS))
  })

  test.each([-30_000, 0, 30_000])('the number of a code made %d ms from now finds its winner', async ms => {
    const now = NOW + 30 * MINUTE_MS
    const number = shownShortCode(shortCodeOf(codeAt(now + ms)))
    expect(await check(number, now)).toEqual(person({ kind: 'ready', needsGuardian: false }, now + ms))
    expect(await check(number, now + 2 * MINUTE_MS)).toEqual(no('number-not-listed'))
  })

  test('a number of nobody on the list, or that two winners have now, finds nobody', async () => {
    expect(await check(shortCodeOf(codeAt(NOW, OTHER)))).toEqual(no('number-not-listed'))
    expect(await check(shortCodeOf(codeAt(NOW)), NOW, { night: null })).toEqual(no('no-list'))
    const [entry] = night.list.entries
    const twice = { ...night, list: { ...night.list, entries: entry ? [entry, entry] : [] } }
    expect(await check(shortCodeOf(codeAt(NOW)), NOW, { night: twice })).toEqual(no('number-not-listed'))
  })

  test('a code that another secret signed is not of this campaign', async () => {
    const forged = codeAt(NOW, ID, Buffer.alloc(32, 8).toString('base64url'))
    for (const code of [forged, 'https://example.com', `${codeAt(NOW)}x`, prefix, ''])
      expect(await check(code)).toEqual(no('unknown'))
  })

  test('a code of nobody on the list, or without a list, is never valid', async () => {
    expect(await check(codeAt(NOW, OTHER))).toEqual(no('not-listed'))
    expect(await check(codeAt(NOW), NOW, { night: null })).toEqual(no('no-list'))
  })

  test('a current code of an hour without a key needs a network', async () => {
    const later = NOW + 3 * HOUR_MS
    expect(await check(codeAt(later), later)).toEqual(no('list-too-old'))
  })

  test('a code that this device has taken, or another one before the network was lost, is used', async () => {
    const taken = { [ownKey(prefix, 'concert')]: 5 }
    expect(await check(codeAt(NOW), NOW, { taken })).toEqual(
      person({ kind: 'used', at: 5, device: 'Door 1' }),
    )
    const used = [{ prefix, rewardType: 'concert', title, at: 6, device: 'Door 2' } as const]
    const known = { night: { ...night, used } }
    expect(await check(codeAt(NOW), NOW, known)).toEqual(person({ kind: 'used', at: 6, device: 'Door 2' }))
    const reloaded = { night: { ...known.night, list: { ...night.list, entries: [] } } }
    expect(await check(codeAt(NOW), NOW, reloaded)).toMatchObject({
      ...{ result: 'person', name: '', items: [{ state: { kind: 'used', device: 'Door 2' } }] },
    })
  })
})
