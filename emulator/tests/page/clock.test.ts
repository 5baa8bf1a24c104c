// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'

const LIFF_ID = '2000000001-Campaign'
const COOKIE = `LIFF_STORE:expires:${LIFF_ID}`
const RealDate = Date

beforeEach(() => {
  window.Date = RealDate
  vi.resetModules()
})

async function clock() {
  const { setClock } = await import('#emulator/page/fake-clock.ts')
  return (offsetMs: number, frozenAt: number | null = null) => setClock({ offsetMs, frozenAt }, [LIFF_ID])
}

function writeExpiryCookie(until: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the SDK writes its cookie this way.
  document.cookie = `${COOKIE}=${until}; expires=${new Date(until).toUTCString()}; path=/; secure`
}

test('setClock moves, freezes and resumes the clock of an open page', async () => {
  const set = await clock()
  const start = RealDate.now()
  set(3_600_000)
  expect(Date.now()).toBeGreaterThanOrEqual(start + 3_600_000)
  expect(new Date(0).getTime()).toBe(0)
  set(0, 1_000_000)
  expect([Date.now(), new Date().toISOString()]).toEqual([1_000_000, '1970-01-01T00:16:40.000Z'])
  set(0)
  expect(Math.abs(Date.now() - RealDate.now())).toBeLessThan(5000)
})

test('the SDK’s expiry cookie expires by the emulated clock, not by real time', async () => {
  const set = await clock()
  set(0, Date.UTC(2020, 0))
  writeExpiryCookie(Date.UTC(2020, 0, 1, 12))
  expect(document.cookie).toContain(COOKIE)
  set(0, Date.UTC(2020, 0, 1, 11))
  expect(document.cookie).toContain(COOKIE)
  set(0, Date.UTC(2020, 0, 1, 12))
  expect(document.cookie).not.toContain(COOKIE)
})

/**
 * Replaces `Document` with a class whose objects record what is written to their `cookie`, and returns one of them.
 * Happy DOM and browsers define `cookie` on different prototypes.
 */
function notingDocument() {
  class NotingDocument {
    readonly written: string[] = []
    get cookie(): string {
      return ''
    }
    set cookie(text: string) {
      this.written.push(text)
    }
  }
  vi.stubGlobal('Document', NotingDocument)
  return new NotingDocument()
}

test.each([
  ['ahead', 86_400_000],
  ['behind', -86_400_000],
])('a cookie of the app lives as long as the app says while the clock is %s', async (_, offset) => {
  const page = notingDocument()
  const set = await clock()
  set(offset)
  const until = new Date(Date.now() + 3_600_000).toUTCString()
  page.cookie = `a=1; path=/; Expires=${until}; secure`
  const [, expires = ''] = /; Expires=([^;]+); secure$/.exec(page.written[0] ?? '') ?? []
  expect(Math.abs(Date.parse(expires) - RealDate.now() - 3_600_000)).toBeLessThan(5000)
})

test('a cookie that the app deletes, or writes without a date, reaches the browser unchanged', async () => {
  const page = notingDocument()
  const set = await clock()
  set(-86_400_000)
  const texts = ['a=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/', 'b=1; max-age=60', 'c=1; expires=soon']
  for (const text of texts) page.cookie = text
  expect(page.written).toEqual(texts)
})
