import { expect, test } from 'vitest'
import { type KeptPage, resumable, withKept, withoutApp } from '#emulator/panel/phone/kept-pages.ts'

const HOUR = 3_600_000

const page = (appId: string, openCount = 1, leftAt = 0): KeptPage => ({
  ...{ openCount, appId, src: `/${appId}`, url: `/${appId}/cart`, title: appId, queue: undefined, leftAt },
})

test('LINE keeps the pages of the ten apps that were left last, one for each app', () => {
  const ids = Array.from({ length: 11 }, (_, at) => `app-${at}`)
  const kept = ids.reduce<readonly KeptPage[]>((pages, appId) => withKept(pages, page(appId)), [])
  expect(kept.map(({ appId }) => appId)).toEqual(ids.slice(1).reverse())
  expect(resumable(kept, 'app-0', 0)).toBeUndefined()
  const again = withKept(kept, page('app-1', 12))
  expect(again).toHaveLength(10)
  expect(again[0]).toMatchObject({ appId: 'app-1', openCount: 12 })
  expect(withoutApp(again, 'app-1')).toHaveLength(9)
})

test('LINE resumes an app within twelve hours', () => {
  const kept = [page('app', 1, HOUR)]
  expect(resumable(kept, 'app', 13 * HOUR)).toBe(kept[0])
  expect(resumable(kept, 'app', 13 * HOUR + 1)).toBeUndefined()
  expect(resumable(kept, 'other', HOUR)).toBeUndefined()
})
