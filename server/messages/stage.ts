/** The result of a stage. `next` is null if the request goes no further, and `settled` counts the settled messages. */
export type Stage<T> = { readonly settled: number; readonly next: T | null }

export const ended = (settled = 0): Stage<never> => ({ settled, next: null })
