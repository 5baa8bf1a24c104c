import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from './call.ts'
import { KEPT, signedOut } from './use-desk.ts'

/** Returns the cache of the desk's answers. After any call that finds the session over, the sign-in page appears. */
export function createClient(): QueryClient {
  const onError = (error: unknown) => signedOut(client, error)
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // Only a lost connection is worth another try; a refusal stays one.
        retry: (count, error) => count < 2 && error instanceof CallError && error.code === 'OFFLINE',
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
  client.setQueryDefaults([KEPT], { gcTime: Number.POSITIVE_INFINITY })
  return client
}
