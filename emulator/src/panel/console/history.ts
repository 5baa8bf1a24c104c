/** One call as it was written. */
export type WrittenCall = {
  readonly name: string
  readonly args: string
}

/** How many calls are kept. */
const KEPT = 30

/** The calls with one more, newest first and each of them once. */
export function withCall(calls: readonly WrittenCall[], { name, args }: WrittenCall): readonly WrittenCall[] {
  const others = calls.filter(one => one.name !== name || one.args !== args)
  return [{ name, args }, ...others].slice(0, KEPT)
}

/** Where an arrow key leads from the cursor in a text: 1 to an older call, -1 to a newer one, 0 stays in the text. */
export function historyStep(key: string, text: string, from: number, to: number): 1 | -1 | 0 {
  if (key === 'ArrowUp' && !text.slice(0, from).includes('\n')) return 1
  if (key === 'ArrowDown' && !text.slice(to).includes('\n')) return -1
  return 0
}
