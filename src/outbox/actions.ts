import { isStorageFailure } from '#src/storage/storage-failure.ts'

/** A defect of the app, as opposed to a failure of the network or the phone's storage. */
export type Defect = { readonly error: unknown }

export type Actions = {
  /** Carries out an action of the customer. If a defect stops it, `defect` returns the defect from then on. */
  act<T>(action: () => Promise<T>): Promise<T>
  /** The latest defect that has stopped an action of the customer; null if there is none. */
  defect(): Defect | null
}

/** `onDefect` is called after each new defect. */
export function createActions(onDefect: () => void): Actions {
  let defect: Defect | null = null
  return {
    async act(action) {
      try {
        return await action()
      } catch (error) {
        if (!isStorageFailure(error)) {
          defect = { error }
          onDefect()
        }
        throw error
      }
    },
    defect: () => defect,
  }
}
