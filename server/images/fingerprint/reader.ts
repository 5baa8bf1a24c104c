import { Worker } from 'node:worker_threads'
import type { ImageType } from '#server/images/inspect.ts'
import type { PhotoMessage } from './read-photos.ts'

/** Time limit for one photo, and for starting the thread, in milliseconds. A typical photo takes 100 ms. */
const TIMEOUT_MS = { photo: 30_000, start: 60_000 } as const
/** Memory for JavaScript objects in the worker, in megabytes. Pixels are outside of it; callers limit their number. */
const HEAP_MB = 64

/** What the worker sends: `ready` once, and then an answer to each photo. */
export type WorkerMessage = 'ready' | { readonly fingerprint: string | null }
/** `fingerprint` is null if the picture has almost no contrast. A photo is `unreadable` if no decoder reads it in time. */
type Reading =
  | { readonly kind: 'read'; readonly fingerprint: string | null }
  | { readonly kind: 'unreadable' }

/**
 * Reads photos in a worker thread, one at a time. Photos come from strangers: the decoders are WebAssembly, which cannot
 * reach anything outside of its own memory, and a photo that takes too long ends with its worker.
 */
export function photoReader(timeoutMs: number = TIMEOUT_MS.photo) {
  let worker: Worker | null = null

  async function started(): Promise<Worker> {
    const fresh = new Worker(new URL('worker.mjs', import.meta.url), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    // A worker's `error` event without a listener would end the process, even after the reader has given up on a photo.
    fresh.on('error', () => undefined)
    const message = await nextMessage(fresh, TIMEOUT_MS.start)
    if (message === 'ready') return fresh
    await fresh.terminate()
    throw new Error('the thread that reads photos did not start')
  }

  async function stop(): Promise<void> {
    const stopped = worker
    worker = null
    await stopped?.terminate()
  }

  return {
    async read(bytes: Uint8Array, type: ImageType): Promise<Reading> {
      worker ??= await started()
      const photo: PhotoMessage = { bytes, type }
      worker.postMessage(photo)
      const message = await nextMessage(worker, timeoutMs)
      if (message !== null && message !== 'ready') return { kind: 'read', fingerprint: message.fingerprint }
      // A decoder that has failed may be broken, so the next photo gets a new one.
      await stop()
      return { kind: 'unreadable' }
    },
    stop,
  }
}

/** Returns the worker's next message; null if the worker fails or times out. */
function nextMessage(worker: Worker, timeoutMs: number): Promise<WorkerMessage | null> {
  return new Promise(resolve => {
    const end = (message: WorkerMessage | null) => {
      clearTimeout(timer)
      worker.off('message', end)
      worker.off('error', fail)
      worker.off('exit', fail)
      resolve(message)
    }
    const fail = () => end(null)
    const timer = setTimeout(fail, timeoutMs)
    worker.on('message', end)
    worker.on('error', fail)
    worker.on('exit', fail)
  })
}
