import { setImmediate as turn } from 'node:timers/promises'

/** Maximum number of inputs per statement, well below the databases' parameter limits. */
const MAX_BATCH = 200
/** Statements in flight at a time: while the database executes one, the next is prepared or the previous one read. */
const MAX_CONCURRENT = 2

type Waiting<I, R> = {
  readonly input: I
  readonly resolve: (result: R) => void
  readonly reject: (error: unknown) => void
}

/**
 * Returns a function that combines concurrent calls into one statement. `runBatch` gets the inputs of all calls from the
 * same turn of the event loop, or from the time of the previous statement, and returns their results in the same order.
 * A statement always starts after the calls in it, so no result is stale. Inputs with the same `idOf` go into different
 * statements. If a statement fails, all its calls fail.
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
      // Start a second loop only when the first one has already taken everything that waited before.
      if (running > 0 && (running >= MAX_CONCURRENT || waiting.length > 1)) return
      running += 1
      // No await: `drain` passes every error to the calls of its batch.
      void drain()
    })
}
