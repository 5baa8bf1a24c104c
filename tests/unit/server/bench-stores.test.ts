import { afterEach, expect, test, vi } from 'vitest'
import { storesOf } from '#tests/bench/server/stores.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('a benchmark runs on SQLite if no other database is available, or on the requested one', async () => {
  vi.stubEnv('TEST_DATABASE_URL', '')
  expect(await storesOf(undefined)).toEqual(['sqlite'])
  expect(await storesOf('sqlite')).toEqual(['sqlite'])
})

test.each(['postgres', 'mysql'])(
  'exits with an error message if %s is requested but not available',
  async store => {
    vi.stubEnv('TEST_DATABASE_URL', '')
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(process, 'exit').mockImplementation(code => {
      throw new Error(`ended with ${code}`)
    })
    await expect(storesOf(store)).rejects.toThrow('ended with 2')
    expect(said.mock.calls).toEqual([[expect.stringContaining('--store')]])
    said.mockClear()
  },
)
