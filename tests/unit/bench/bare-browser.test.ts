import { tmpdir } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { withBarePage } from '#tests/bench/app/bare-browser.ts'

afterEach(() => vi.unstubAllEnvs())

test('a measurement fails if its browser ends, instead of waiting for answers', async () => {
  // Node rejects a browser's options and exits at once.
  vi.stubEnv('CHROMIUM_PATH', process.execPath)
  await expect(withBarePage(tmpdir(), page => page.send('Page.enable'))).rejects.toThrow(
    'the browser has ended',
  )
})
