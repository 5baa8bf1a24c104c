// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest'
import { storesOf } from '#tests/bench/server/stores.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('a benchmark runs on every available database, or on the requested one', () => {
  vi.stubEnv('TEST_DATABASE_URL', '')
  expect(storesOf(undefined)).toEqual(['sqlite'])
  vi.stubEnv('TEST_DATABASE_URL', 'postgres://localhost/test')
  expect(storesOf(undefined)).toEqual(['sqlite', 'postgres'])
  expect(storesOf('postgres')).toEqual(['postgres'])
})

test.each(['postgres', 'mysql'])(
  'exits with an error message if %s is requested but not available',
  store => {
    vi.stubEnv('TEST_DATABASE_URL', '')
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(process, 'exit').mockImplementation(code => {
      throw new Error(`ended with ${code}`)
    })
    expect(() => storesOf(store)).toThrow('ended with 2')
    expect(said.mock.calls).toEqual([[expect.stringContaining('--store')]])
    said.mockClear()
  },
)
