import { setImmediate as turn } from 'node:timers/promises'

const MAX_BATCH = 200
/** While the database executes one statement, this process prepares the next one or reads the previous result. */
const MAX_CONCURRENT = 2

type Waiting<I, R> = {
  readonly input: I
  readonly resolve: (result: R) => void
  readonly reject: (error: unknown) => void
}

/**
 * Returns a function that combines concurrent calls into one statement. `runBatch` receives the inputs of all waiting
 * calls and returns their results in the same order. A statement starts only after all of its calls were made, so no
 * result is stale. Inputs with the same `idOf` go into different statements.
 */
export function batched<I, R>(
  idOf: (input: I) => string,
  runBatch: (inputs: readonly I[]) => Promise<readonly R[]>,
): (input: I) => Promise<R> {
  let waiting: Waiting<I, R>[] = []
  let running = 0

  function nextBatch(): Waiting<I, R>[] {
    const ids = new Set<string>()
    const batch: Waiting<I, R>[] = []
    const rest: Waiting<I, R>[] = []
    for (const one of waiting) {
      const id = idOf(one.input)
      if (batch.length < MAX_BATCH && !ids.has(id)) batch.push(one)
      else rest.push(one)
      ids.add(id)
    }
    waiting = rest
    return batch
  }

  async function drain(): Promise<void> {
    await turn()
    while (waiting.length > 0) {
      const batch = nextBatch()
      try {
        const results = await runBatch(batch.map(one => one.input))
        for (const [index, one] of batch.entries()) one.resolve(results[index] as R)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running -= 1
  }

  return input =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      // If other calls are already waiting, a running loop picks up this call together with them.
      if (running > 0 && (running >= MAX_CONCURRENT || waiting.length > 1)) return
      running += 1
      // No await: `drain` passes every error to the calls of its batch.
      void drain()
    })
}
