import { isStorageFailure } from '#src/storage/storage-failure.ts'

/** A bug in the app, not a network or storage failure. */
export type Defect = { readonly error: unknown }

export type Actions = {
  act<T>(action: () => Promise<T>): Promise<T>
  defect(): Defect | null
}

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
