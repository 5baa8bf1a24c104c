/** Starts a timer of `ms` milliseconds and returns a function that cancels it. */
export type Timer = { after(ms: number, run: () => void): () => void }
