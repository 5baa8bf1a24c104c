import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from './call.ts'
import { KEPT, signedOut } from './use-desk.ts'

/** Creates a client that shows the sign-in page when a call finds the session expired. */
export function createClient(): QueryClient {
  const onError = (error: unknown) => signedOut(client, error)
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // Retry only after a lost connection: the server would refuse the call again.
        retry: (count, error) => count < 2 && error instanceof CallError && error.code === 'OFFLINE',
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
  client.setQueryDefaults([KEPT], { gcTime: Number.POSITIVE_INFINITY })
  return client
}
