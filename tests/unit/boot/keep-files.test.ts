// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { ASSETS_COOKIE } from '#contract/limits.ts'
import { keepFiles } from '#src/boot/updates/keep-files.ts'

const FILES = ['/assets/lib-123456.js', '/assets/index-abcdef.js', '/assets/index-sheet1.css']
const HEAD = `<meta name="campaign-files" content="lib-123456 index-abcdef">
<link rel="asset" as="style" href="/assets/index-sheet1.css">`

afterEach(() => {
  document.head.innerHTML = ''
  // biome-ignore lint/suspicious/noDocumentCookie: the test removes what it has set
  document.cookie = `${ASSETS_COOKIE}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/; secure`
  vi.restoreAllMocks()
})

/** Runs all steps in a page whose document of 48,000 bytes took `transferSize` bytes. Returns the loaded files. */
async function run(head: string, transferSize: number, status = (_file: string) => 200): Promise<string[]> {
  document.head.innerHTML = head
  const entry = { transferSize, encodedBodySize: 48_000 } as PerformanceNavigationTiming
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry])
  const loaded: string[] = []
  const steps = keepFiles(async file => {
    loaded.push(file)
    return new Response('', { status: status(file) })
  })
  for (const step of steps) await step()
  return loaded
}

const cookies = () => document.cookie

test('a later visit with a cached document downloads the files that it contains and then sets the cookie', async () => {
  expect(await run(HEAD, 300)).toEqual(FILES)
  expect(cookies()).toContain(`${ASSETS_COOKIE}=1`)
})

test('a visit whose document came over the network downloads nothing', async () => {
  expect(await run(HEAD, 48_300)).toEqual([])
  expect(cookies()).not.toContain(ASSETS_COOKIE)
})

test('the small document leads to no downloads', async () => {
  const small = '<link rel="preload" as="style" href="/assets/index-sheet1.css">'
  expect(await run(small, 300)).toEqual([])
  expect(cookies()).not.toContain(ASSETS_COOKIE)
})

test.each(FILES)('sets no cookie if %s is gone', async gone => {
  expect(await run(HEAD, 300, file => (file === gone ? 404 : 200))).toEqual(FILES)
  expect(cookies()).not.toContain(ASSETS_COOKIE)
})
