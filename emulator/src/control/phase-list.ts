/** A phase as the REST control shows it: its id, and its name in each language. English is always there. */
export type ListedPhase = {
  readonly id: string
  readonly label: { readonly en: string; readonly th?: string; readonly ja?: string }
}

/** The project's phases. `current` is the id of the one applied last, or null. */
export type PhaseList = { readonly phases: readonly ListedPhase[]; readonly current: string | null }
