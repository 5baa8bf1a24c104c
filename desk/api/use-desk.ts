import {
  type QueryClient,
  type UseMutationOptions,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { DeskAnswer, DeskCallName } from '#contract/desk-calls.ts'
import { CallError, call, type Input } from './call.ts'
import { verify } from './passkey.ts'

type Me = DeskAnswer<'me'>

export const ME = ['me'] as const

/** The data is null if there is no session. */
export const useMe = (): UseQueryResult<Me | null> =>
  useQuery({
    queryKey: ME,
    queryFn: () =>
      call('me').catch(error => {
        if (error instanceof CallError && error.code === 'SIGNED_OUT') return null
        throw error
      }),
  })

/** Caches the answer under the call's name and input. */
export const useRead = <N extends DeskCallName>(
  name: N,
  input: Input<N> = {},
  options: {
    readonly enabled?: boolean
    readonly refetchInterval?: number | ((query: { state: { data: DeskAnswer<N> | undefined } }) => number)
  } = {},
): UseQueryResult<DeskAnswer<N>> =>
  useQuery({ queryKey: [name, input], queryFn: () => call(name, input), ...options })

/** Reads a list in pages. `read` makes the call for the page after the given place. */
export const usePages = <Page extends { readonly next: string | number | null }>(
  queryKey: readonly unknown[],
  read: (after: string | undefined) => Promise<Page>,
) =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam === null ? undefined : String(pageParam)),
    initialPageParam: null as Page['next'],
    getNextPageParam: page => page.next,
    select: ({ pages }) => pages,
  })

/**
 * Returns a mutation that makes a call, after asking for the passkey if necessary. After `done` has been called with
 * the answer, the cached answers are reloaded.
 */
export function useChange<N extends DeskCallName>(
  name: N,
  done: (answer: DeskAnswer<N>) => void = () => undefined,
): UseMutationResult<DeskAnswer<N>, Error, Input<N>> {
  const client = useQueryClient()
  return useAction({
    mutationFn: (input: Input<N>) => withFreshPasskey(client, () => call(name, input)),
    onSuccess: async answer => {
      done(answer)
      await client.invalidateQueries({ predicate: ({ queryKey }) => !UNCHANGED.includes(queryKey[0]) })
    },
  })
}

/** Answers that no change at the desk affects. */
const UNCHANGED: readonly unknown[] = [ME[0], 'welcome' satisfies DeskCallName]

/**
 * Like `useMutation`, but ignores `mutate` while an earlier mutation is running. A button is disabled only after the
 * next render, and a busy browser can deliver both clicks of a double click before that.
 */
export function useAction<Answer, Given = void>(
  options: UseMutationOptions<Answer, Error, Given>,
): UseMutationResult<Answer, Error, Given> {
  const isRunning = useRef(false)
  const mutation = useMutation({
    ...options,
    onSettled: (...settled) => {
      isRunning.current = false
      return options.onSettled?.(...settled)
    },
  })
  const { mutate: start } = mutation
  const mutate = useCallback<typeof start>(
    (...given) => {
      if (isRunning.current) return
      isRunning.current = true
      start(...given)
    },
    [start],
  )
  return { ...mutation, mutate }
}

/** Runs `make`. If the server requires a fresh passkey check, asks for the passkey and runs `make` again. */
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

/**
 * Clears the cache, because another person may sign in next, and shows the sign-in page. First checks with the server
 * that the session has expired: a call in progress while the passkey was used again, perhaps in another tab, had the
 * previous token.
 */
export async function signedOut(client: QueryClient, error: unknown): Promise<void> {
  if (!(error instanceof CallError) || error.code !== 'SIGNED_OUT' || !client.getQueryData(ME)) return
  await client.refetchQueries({ queryKey: ME })
  if (client.getQueryData(ME) === null)
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] })
}

export const KEPT = 'kept'

/** Like `useState`, but the value survives leaving the page, until the session ends or the tab is closed. */
export function useKept<T>(name: string, initial: T): readonly [T, (value: T) => void] {
  const client = useQueryClient()
  const key = [KEPT, name]
  const [value, setValue] = useState(() => client.getQueryData<T>(key) ?? initial)
  const keep = (next: T) => {
    client.setQueryData<unknown>(key, next)
    setValue(next)
  }
  return [value, keep]
}
