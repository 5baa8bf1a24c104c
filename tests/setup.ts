import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, vi } from 'vitest'

/** Noise on the console is a defect: a test that expects it says so by mocking the method itself. */
const noisy = ['error', 'warn'] as const
const spies = new Map<string, ReturnType<typeof vi.spyOn>>()

beforeEach(() => {
  for (const method of noisy)
    spies.set(
      method,
      vi.spyOn(console, method).mockImplementation(() => undefined),
    )
})

afterEach(() => {
  const calls = noisy.flatMap(
    method => spies.get(method)?.mock.calls.map((args: unknown[]) => [method, ...args]) ?? [],
  )
  vi.restoreAllMocks()
  expect(calls, 'the console stays silent').toEqual([])
})
