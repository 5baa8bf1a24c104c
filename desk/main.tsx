import '@mantine/core/styles.css'
import '@mantine/charts/styles.css'
import './style.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createClient } from './api/client.ts'
import { App } from './app.tsx'
import { TextsProvider } from './texts/use-texts.tsx'
import { theme, variables } from './theme.ts'

const client = createClient()
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
