/** Calls `run(true)` when the browser puts the page into its back/forward cache, and `run(false)` when the page returns. */
export type OnLeave = (run: (isLeft: boolean) => void) => void

/** The error of a transaction that must run again after the return. */
class PageLeft extends Error {}

/** Aborts a transaction. Returns false if it has finished or is being committed. */
export function abort(transaction: IDBTransaction): boolean {
  try {
    transaction.abort()
    return true
  } catch {
    return false
  }
}

/**
 * Aborts the open transactions of a page that the customer leaves, and runs them again after the return. WebKit would keep
 * them open together with the page, and they would block every other page.
 */
export function interruptions(onLeave: OnLeave | undefined) {
  const open = new Set<IDBTransaction>()
  const interrupted = new WeakSet<IDBTransaction>()
  let comeBack = () => {}
  /** Settles when the page is displayed again; null while it is displayed. */
  let displayed: Promise<void> | null = null
  onLeave?.(isLeft => {
    comeBack()
    displayed = isLeft ? new Promise(resolve => (comeBack = resolve)) : null
    if (isLeft) for (const transaction of open) if (abort(transaction)) interrupted.add(transaction)
  })
  return {
    /** Throws if the page was left. No transaction may begin then. */
    requireDisplayed() {
      if (displayed !== null) throw new PageLeft()
    },
    /** Runs a transaction's work. A write that is being committed is not interrupted. */
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
    /** Waits until the page is displayed, and runs the work. Repeats it if the page is left before the work is done. */
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
