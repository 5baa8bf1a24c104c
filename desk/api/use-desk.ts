import {
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { DeskAnswer, DeskCallName } from '#contract/desk/calls.ts'
import { CallError, call, type Input } from './call.ts'
import { verify } from './passkey.ts'

type Me = DeskAnswer<'me'>

export const ME = ['me'] as const

/** Returns the signed-in person, or null without a session. */
export const useMe = (): UseQueryResult<Me | null> =>
  useQuery({
    queryKey: ME,
    queryFn: () =>
      call('me').catch(error => {
        if (error instanceof CallError && error.code === 'SIGNED_OUT') return null
        throw error
      }),
  })

/** Reads with a call and keeps the answer under the call's name and input. */
export const useRead = <N extends DeskCallName>(
  name: N,
  input: Input<N> = {},
  options: {
    readonly enabled?: boolean
    readonly refetchInterval?: number | ((query: { state: { data: DeskAnswer<N> | undefined } }) => number)
  } = {},
): UseQueryResult<DeskAnswer<N>> =>
  useQuery({ queryKey: [name, input], queryFn: () => call(name, input), ...options })

/**
 * Returns a function that makes a call. If the call needs a fresh passkey, the person uses it and the call is made again.
 * `done` gets the answer; other answers of the desk are then read again.
 */
export function useChange<N extends DeskCallName>(
  name: N,
  done: (answer: DeskAnswer<N>) => void = () => undefined,
): UseMutationResult<DeskAnswer<N>, Error, Input<N>> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<N>) => withFreshPasskey(client, () => call(name, input)),
    onSuccess: async answer => {
      done(answer)
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] })
    },
    onError: error => signedOut(client, error),
  })
}

/** Runs `make`; if it needs a fresh passkey, asks for it and runs `make` again. */
export async function withFreshPasskey<T>(client: QueryClient, make: () => Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    const me = client.getQueryData<Me | null>(ME)
    if (!(error instanceof CallError) || error.code !== 'FRESH_PASSKEY_REQUIRED' || !me) throw error
    client.setQueryData(ME, await verify(me))
    return make()
  }
}

/** Shows the sign-in page after an answer that the session is over. */
export function signedOut(client: QueryClient, error: unknown): void {
  if (error instanceof CallError && error.code === 'SIGNED_OUT') client.setQueryData(ME, null)
}
