import { afterEach, expect, test, vi } from 'vitest'
import { createMemoryStore } from '#src/storage/key-value-store.ts'
import { eachTest } from '#tests/kit/each-test.ts'

afterEach(() => {
  vi.resetModules()
})

async function builtWith(print: string) {
  vi.resetModules()
  vi.stubGlobal('__CONTRACT__', print)
  return import('#src/storage/cached-response.ts')
}

const copy = { at: 1, etag: '"a"', value: { name: 'มะลิ' } }
const refuses = () => null

const kv = eachTest(createMemoryStore)

test('uses a response cached under the same contract without loading schemas', async () => {
  const { readCache, recordOf } = await builtWith('one')
  await kv.set([['m/x', recordOf(copy)]])
  expect(await readCache(kv, 'm/x', refuses)).toEqual(copy)
})

test('validates a response cached under another contract', async () => {
  await kv.set([['m/x', (await builtWith('one')).recordOf(copy)]])
  const { readCache } = await builtWith('two')
  expect(await readCache(kv, 'm/x', refuses)).toBeNull()
  expect(await readCache(kv, 'm/x', () => ({ value: 'read' }))).toMatchObject({ at: 1, value: 'read' })
})

test('reads responses cached by the first release', async () => {
  await kv.set([['m/x', { v: 1, by: 'one', ...copy }]])
  expect(await (await builtWith('one')).readCache(kv, 'm/x', refuses)).toEqual(copy)
})

test('rejects malformed cached responses even with a matching fingerprint', async () => {
  const { readCache } = await builtWith('one')
  const text = { v: 2, by: 'one', at: 1, etag: null, text: '{}' }
  const others = [
    { ...text, v: 3 },
    { ...text, at: 'now' },
    { ...text, at: 9e15 },
    { ...text, text: '{' },
    { ...text, text: {} },
  ]
  for (const kept of [null, 'text', ...others, { v: 1, by: 'one', at: 1, etag: 2, value: {} }]) {
    await kv.set([['m/x', kept]])
    expect(await readCache(kv, 'm/x', refuses)).toBeNull()
  }
})
