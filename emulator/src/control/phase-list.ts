/** A phase's id, and its name in each language. */
export type ListedPhase = {
  readonly id: string
  readonly label: { readonly en: string; readonly th?: string; readonly ja?: string }
}

/** The project's phases. `current` is the id of the latest applied phase, or null. */
export type PhaseList = { readonly phases: readonly ListedPhase[]; readonly current: string | null }
