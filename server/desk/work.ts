import { setImmediate as nextTurn } from 'node:timers/promises'
import { DrawRefusal } from '#server/draw/refusal.ts'
import type { DrawProgress } from '#server/draw/seal.ts'

/**
 * Progress of a draw step. Sealing counts each ticket twice: for the copy and for the hash. `total` is 0 until it is
 * known.
 */
export type Progress = { readonly done: number; readonly total: number }

type Running = Progress & {
  readonly approval: string
  readonly action: 'draw-seal' | 'draw-run'
}

type Step = {
  readonly progress: DrawProgress
  readonly end: () => void
}

/** A draw step whose long part was done before the transaction of its approval. Call `end` after the transaction. */
export type PreparedStep = Step & { readonly prepared: unknown }

export type Work = ReturnType<typeof createWork>

/**
 * Keeps the progress of long draw steps in memory. Other processes do not show this progress but can prepare the same
 * step; the step's transaction then finds that the request has already been decided.
 */
export function createWork() {
  const running = new Map<string, Running>()
  return {
    /** Progress of an approval's step; null if the step is not running in this process. */
    of(approval: string): Progress | null {
      const found = running.get(approval)
      return found ? { done: found.done, total: found.total } : null
    },
    /** The running step, or null. There is only one draw, so two steps never run at the same time. */
    current: (): Running | null => [...running.values()][0] ?? null,
    /**
     * Registers a step. Call `end` after the commit or rollback. Throws STEP_RUNNING if this approval's step is already
     * running.
     */
    begin({ approval, action }: Pick<Running, 'approval' | 'action'>): Step {
      if (running.has(approval)) throw new DrawRefusal('STEP_RUNNING')
      const set = (progress: Progress) => running.set(approval, { approval, action, ...progress })
      const now = () => running.get(approval) ?? { done: 0, total: 0 }
      set({ done: 0, total: 0 })
      return {
        progress: {
          begin: total => set({ done: 0, total }),
          // SQLite calls never yield, so let other calls run here.
          async step(count) {
            set({ done: now().done + count, total: now().total })
            await nextTurn()
          },
        },
        end: () => void running.delete(approval),
      }
    },
  }
}
