import { atTestEnd } from './test-end.ts'

/** Collects the errors that code throws in microtasks, as `reportDefect` does, so that they do not fail the test. */
export function reportedDefects(): readonly unknown[] {
  const found: unknown[] = []
  const real = globalThis.queueMicrotask
  globalThis.queueMicrotask = run =>
    real(() => {
      try {
        run()
      } catch (error) {
        found.push(error)
      }
    })
  atTestEnd(async () => {
    globalThis.queueMicrotask = real
  })
  return found
}
