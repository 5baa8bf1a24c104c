export type DrawStepName = 'commit' | 'seal' | 'run' | 'announce' | 'reserves'

/** The facts that determine which draw steps are done. Times are in milliseconds since 1970. */
export type DrawFacts = {
  readonly state: 'open' | 'committed' | 'sealed' | 'run'
  readonly commitment: string | null
  readonly announcedAt: number | null
}

/** Lists a draw's steps in order. A draw by hand does not need a commitment. */
export function drawSteps(
  { state, commitment, announcedAt }: DrawFacts,
  byHand: boolean,
): readonly { readonly name: DrawStepName; readonly isDone: boolean }[] {
  const all = [
    { name: 'commit', isDone: state !== 'open' },
    { name: 'seal', isDone: state === 'sealed' || state === 'run' },
    { name: 'run', isDone: state === 'run' },
    { name: 'announce', isDone: announcedAt !== null },
    // This step never counts as done, because seats can become vacant again.
    { name: 'reserves', isDone: false },
  ] as const
  return all.filter(({ name }) => name !== 'commit' || !byHand || commitment !== null)
}
