import { expect, test } from 'vitest'
import type { JobCall } from '#src/outbox/job-calls.ts'
import { chunkBytes, uploadPhoto } from '#src/outbox/upload.ts'

const SHA = 'a'.repeat(64)

/**
 * Creates a connection to a server that stores each complete chunk. `cut` interrupts a chunk before its last byte, so
 * that the server stores none of it.
 */
function wire(cut: (piece: number) => boolean) {
  const state = { sent: 0, kept: 0, pieces: 0, largest: 0 }
  async function call(name: string, options: { bytes?: { data: Uint8Array } }) {
    if (name === 'headImage')
      return { ok: true, value: {}, headers: new Headers({ 'upload-offset': String(state.kept) }) }
    const length = options.bytes?.data.length ?? 0
    state.sent += length
    state.largest = Math.max(state.largest, length)
    state.pieces += 1
    if (cut(state.pieces)) return { ok: false, failure: { kind: 'network' } }
    state.kept += length
    return { ok: true, value: { sha256: SHA, received: state.kept }, headers: new Headers() }
  }
  return { call: call as unknown as JobCall, state }
}

/** Retries until the photo is uploaded, as the outbox does. Returns the numbers of bytes and chunks. */
async function deliver(total: number, cut: (piece: number) => boolean) {
  const { call, state } = wire(cut)
  const sentBytes = new Map<string, number>()
  const photo = { type: 'image/jpeg', bytes: new ArrayBuffer(total) }
  for (let tries = 0; tries < 100; tries += 1) {
    const signal = new AbortController().signal
    const upload = {
      sha256: SHA,
      photo,
      owner: 'A',
      mayHaveBeenSent: tries > 0,
      signal,
      sentBytes,
      progress: () => {},
    }
    if ((await uploadPhoto(call, upload)) === null) return state
  }
  throw new Error('the photo was never uploaded')
}

test('sends a photo once in chunks of at most 64 KiB without interruptions', async () =>
  expect(await deliver(500_000, () => false)).toMatchObject({ sent: 500_000, largest: 65_536 }))

test.each([120_000, 180_000, 400_000, 2_000_000])(
  'sends a photo of %i bytes at most one and a half times despite repeated interruptions',
  async total => {
    // Interrupts the first three chunks and the sixth.
    const { sent, kept } = await deliver(total, piece => piece <= 3 || (piece <= 6 && piece % 3 === 0))
    expect(kept).toBe(total)
    expect(sent).toBeGreaterThan(1.3 * Math.min(total, 200_000))
    expect(sent).toBeLessThanOrEqual(1.5 * total)
  },
)

test('wasted bytes make the next chunk smaller, but not below 4 KiB', () => {
  const sizes = [0, 50_000, 90_000, 99_000, 200_000].map(wasted => chunkBytes(200_000, wasted))
  expect(sizes).toEqual([50_000, 25_000, 5_000, 4096, 4096])
})

/** Tries once to upload a photo to a server with these answers, and returns the failure. */
function uploadTo(call: (name: string) => unknown, mayHaveBeenSent = false) {
  return uploadPhoto((async (name: string) => call(name)) as unknown as JobCall, {
    sha256: SHA,
    photo: { type: 'image/jpeg', bytes: new ArrayBuffer(300_000) },
    owner: 'A',
    mayHaveBeenSent,
    signal: new AbortController().signal,
    sentBytes: new Map(),
    progress: () => {},
  })
}

test('an upload ends if the server starts over again and again', async () => {
  let pieces = 0
  const failure = await uploadTo(() => {
    pieces += 1
    if (pieces > 1000) throw new Error('the upload never ends')
    return { ok: true, value: { sha256: SHA, received: 0 }, headers: new Headers() }
  })
  expect(failure).toEqual({ kind: 'timeout' })
  expect(pieces).toBeLessThanOrEqual(2 * Math.ceil(300_000 / 65_536) + 1)
})

test('an answer about another photo does not confirm the upload', async () => {
  const value = { sha256: 'b'.repeat(64), received: 300_000 }
  const failure = await uploadTo(() => ({ ok: true, value, headers: new Headers() }))
  expect(failure).toEqual({ kind: 'portal', status: 200 })
})

test.each([undefined, 'all', '-1', '1.5'])(
  'an answer with the offset %s does not say what the server has',
  async offset => {
    const headers = new Headers(offset === undefined ? {} : { 'upload-offset': offset })
    const calls: string[] = []
    const failure = await uploadTo(name => {
      calls.push(name)
      return { ok: true, value: {}, headers }
    }, true)
    expect([failure, calls]).toEqual([{ kind: 'portal', status: 200 }, ['headImage']])
  },
)
