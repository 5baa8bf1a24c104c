const due: (() => Promise<void>)[] = []

/** Has something taken down when the running test ends, while what it says on the console still counts. */
export const atTestEnd = (work: () => Promise<void>): unknown => due.push(work)

/** Takes down what the test has put up; `tests/setup.ts` calls it. */
export async function endTest(): Promise<void> {
  for (const work of due.splice(0).reverse()) await work()
}
