import '@mantine/core/styles.css'
import '@mantine/charts/styles.css'
import './style.css'
import { MantineProvider } from '@mantine/core'
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CallError } from './api/call.ts'
import { signedOut } from './api/use-desk.ts'
import { App } from './app.tsx'
import { TextsProvider } from './texts/use-texts.tsx'
import { theme, variables } from './theme.ts'

const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: error => signedOut(client, error) }),
  defaultOptions: {
    queries: {
      // Only a lost connection is worth another try; a refusal stays one.
      retry: (count, error) => count < 2 && error instanceof CallError && error.code === 'OFFLINE',
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
          <TextsProvider>
            <App />
          </TextsProvider>
        </MantineProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
