type Waiting = { readonly start: () => void }

/** Allows one holder at a time, in the order of the requests. */
export type Turns = {
  /** Resolves when it is the caller's turn. Rejects with `lateError()` after `waitMs` milliseconds. */
  take(waitMs: number): Promise<void>
  give(): void
}

export function createTurns(lateError: () => Error): Turns {
  const waiting = new Set<Waiting>()
  let taken = false
  return {
    take(waitMs) {
      if (!taken) {
        taken = true
        return Promise.resolve()
      }
      return new Promise((resolve, reject) => {
        const one: Waiting = {
          start() {
            clearTimeout(timer)
            resolve()
          },
        }
        const timer = setTimeout(() => {
          waiting.delete(one)
          reject(lateError())
        }, waitMs)
        waiting.add(one)
      })
    },
    give() {
      const [next] = waiting
      if (!next) {
        taken = false
        return
      }
      waiting.delete(next)
      next.start()
    },
  }
}
