type Waiting = { readonly start: () => void }

/** Gives one holder at a time the turn, in the order in which they asked. */
export type Turns = {
  /** Resolves when the caller has the turn. Rejects with `lateError()` if that takes longer than `waitMs` milliseconds. */
  take(waitMs: number): Promise<void>
  /** Passes the turn on. */
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
