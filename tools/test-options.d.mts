export type TestOptions = {
  readonly circle: 'quick' | 'push' | 'merge' | 'nightly'
  readonly part: string | null
  readonly changed: string | null
  readonly keepGoing: boolean
}

export function readTestOptions(words: readonly string[], parts: readonly string[]): TestOptions
export function parse(words: readonly string[], parts: readonly string[]): TestOptions
