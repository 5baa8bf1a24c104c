/** Creates a Playwright fixture that depends on no other fixture: opened before the test, closed after it. */
export const simpleFixture =
  <T>(open: () => Promise<T>, close: (thing: T) => Promise<unknown>) =>
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures from the pattern.
  async ({}: object, use: (thing: T) => Promise<void>): Promise<void> => {
    const thing = await open()
    await use(thing)
    await close(thing)
  }
