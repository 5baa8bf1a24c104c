import { Worker } from 'node:worker_threads'
import type { ImageType } from '#server/images/inspect.ts'

/** In milliseconds. A typical photo takes 100 ms. */
const TIMEOUT_MS = { photo: 30_000, start: 60_000 } as const
/** Heap limit in megabytes. Pixels are not on the heap; callers limit their number. */
const HEAP_MB = 64

export type PhotoMessage = { readonly bytes: Uint8Array; readonly type: ImageType }
export type WorkerMessage = 'ready' | { readonly fingerprint: string | null }
/** `fingerprint` is null if the photo lacks contrast. `unreadable`: not decoded in time. */
type Reading =
  | { readonly kind: 'read'; readonly fingerprint: string | null }
  | { readonly kind: 'unreadable' }

/**
 * Reads photos one at a time in a worker thread. Photos come from strangers, so the decoders are sandboxed WebAssembly,
 * and a timeout stops the worker.
 */
export function photoReader(timeoutMs: number = TIMEOUT_MS.photo) {
  let worker: Worker | null = null

  async function started(): Promise<Worker> {
    const fresh = new Worker(new URL('worker.mjs', import.meta.url), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    // An unhandled `error` event would end the process.
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
      // A failed decoder may be in a broken state, so the next photo gets a new one.
      await stop()
      return { kind: 'unreadable' }
    },
    stop,
  }
}

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
