import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DeskAction } from '#contract/desk/calls/approvals.ts'
import { DrawRefusal } from '#server/draw/refusal.ts'
import type { DrawProgress } from '#server/draw/seal.ts'

/** How far a step of the draw is. A seal counts each ticket twice: for the copy and for the hash. `total` is 0 until it is known. */
export type Progress = { readonly done: number; readonly total: number }

type Running = Progress & {
  readonly approval: string
  readonly action: DeskAction['action']
}

/** The steps of the draw that this process carries out now. */
export type Work = ReturnType<typeof createWork>

/**
 * Keeps the progress of the steps that take seconds, in memory. Other processes on the same database do not show it. They can
 * prepare the same step, but its transaction then finds the request decided.
 */
export function createWork() {
  const running = new Map<string, Running>()
  return {
    /** The progress of an approval's step, or null if it does not run here. */
    of(approval: string): Progress | null {
      const found = running.get(approval)
      return found ? { done: found.done, total: found.total } : null
    },
    /** The step that runs, or null. There is one draw, so two never run at the same time. */
    current: (): Running | null => [...running.values()][0] ?? null,
    /**
     * Starts to keep the progress of a step. `end` must be called after the commit or rollback. Throws STEP_RUNNING if this
     * approval's step runs already.
     */
    begin({ approval, action }: Pick<Running, 'approval' | 'action'>): {
      readonly progress: DrawProgress
      readonly end: () => void
    } {
      if (running.has(approval)) throw new DrawRefusal('STEP_RUNNING')
      const set = (progress: Progress) => running.set(approval, { approval, action, ...progress })
      const now = () => running.get(approval) ?? { done: 0, total: 0 }
      set({ done: 0, total: 0 })
      return {
        progress: {
          begin: total => set({ done: 0, total }),
          // SQLite answers at once, so other calls get a turn only if the step gives it to them.
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
