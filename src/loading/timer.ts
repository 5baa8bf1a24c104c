/** The returned function cancels the timer of `ms` milliseconds. */
export type Timer = { after(ms: number, run: () => void): () => void }
