import { AsyncLocalStorage } from 'node:async_hooks'

type RunningTest = { ended: boolean }

const callerTest = new AsyncLocalStorage<RunningTest>()
let runningTest: RunningTest = { ended: false }
let cleanups: (() => Promise<void>)[] = []

/** Registers a cleanup for the end of the test. The test fails if the cleanup throws or writes to the console. */
export const atTestEnd = (cleanup: () => Promise<void>): unknown => cleanups.push(cleanup)

/** Runs one test with its hooks, so that `isLeftover` can distinguish its code from an earlier test's. */
export function inOwnContext(runTest: () => Promise<void>): Promise<void> {
  runningTest = { ended: false }
  return callerTest.run(runningTest, runTest)
}

/** True if the caller belongs to a test that has already ended, for example by timing out. */
export const isLeftover = (): boolean => callerTest.getStore()?.ended ?? false

/** Runs the test's cleanups in reverse order, even if one throws, because leftovers would make the next test fail. */
export async function endTest(): Promise<void> {
  const due = cleanups.reverse()
  cleanups = []
  const errors: unknown[] = []
  for (const cleanup of due)
    try {
      await cleanup()
    } catch (error) {
      errors.push(error)
    }
  runningTest.ended = true
  if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors)
}
