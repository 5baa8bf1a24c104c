export type WrittenCall = {
  readonly name: string
  readonly args: string
}

const MAX_CALLS = 30

/** Adds a call to the history, newest first and without duplicates. */
export function withCall(calls: readonly WrittenCall[], { name, args }: WrittenCall): readonly WrittenCall[] {
  const others = calls.filter(one => one.name !== name || one.args !== args)
  return [{ name, args }, ...others].slice(0, MAX_CALLS)
}

/**
 * Returns 1 to show an older call, -1 to show a newer one, or 0 if the key only moves the cursor. The up arrow leaves
 * the text only from its first line, the down arrow only from its last. `from` and `to` are the bounds of the
 * selection.
 */
export function historyStep(key: string, text: string, from: number, to: number): 1 | -1 | 0 {
  if (key === 'ArrowUp' && !text.slice(0, from).includes('\n')) return 1
  if (key === 'ArrowDown' && !text.slice(to).includes('\n')) return -1
  return 0
}
