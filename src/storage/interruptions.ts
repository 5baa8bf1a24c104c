/** Calls `run(true)` when the page enters the back/forward cache, and `run(false)` when it is displayed again. */
export type OnLeave = (run: (isLeft: boolean) => void) => void

class PageLeft extends Error {}

/** Returns false if the transaction has finished or is already committing. */
export function abort(transaction: IDBTransaction): boolean {
  try {
    transaction.abort()
    return true
  } catch {
    return false
  }
}

/**
 * Aborts open transactions while the page is left, and repeats them later. Otherwise WebKit freezes them, and they
 * block every other page.
 */
export function interruptions(onLeave: OnLeave | undefined) {
  const open = new Set<IDBTransaction>()
  const interrupted = new WeakSet<IDBTransaction>()
  let comeBack = () => {}
  /** Resolves when the page is displayed again; null while it is displayed. */
  let displayed: Promise<void> | null = null
  onLeave?.(isLeft => {
    comeBack()
    displayed = isLeft ? new Promise(resolve => (comeBack = resolve)) : null
    if (isLeft) for (const transaction of open) if (abort(transaction)) interrupted.add(transaction)
  })
  return {
    /** Throws if the customer has left the page, because no transaction may start then. */
    requireDisplayed() {
      if (displayed !== null) throw new PageLeft()
    },
    async interrupt<T>(transaction: IDBTransaction, work: () => T | PromiseLike<T>): Promise<T> {
      open.add(transaction)
      try {
        return await work()
      } catch (error) {
        throw interrupted.has(transaction) ? new PageLeft() : error
      } finally {
        open.delete(transaction)
      }
    },
    /** Runs the work once the page is displayed, and repeats it if the page is left before it finishes. */
    async repeat<T>(work: () => Promise<T>): Promise<T> {
      for (;;) {
        if (displayed !== null) await displayed
        try {
          return await work()
        } catch (error) {
          if (!(error instanceof PageLeft)) throw error
        }
      }
    },
  }
}
