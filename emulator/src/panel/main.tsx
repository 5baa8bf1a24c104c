import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './styles/tokens.css'
import { App } from './app.tsx'
import { LanguageProvider } from './language/use-texts.tsx'
import { moveToPanelHost } from './state/origins.ts'
import { applyTheme, storedTheme } from './state/theme.ts'

applyTheme(storedTheme())

const root = document.getElementById('root')
if (root && !(await moveToPanelHost())) {
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider>
        <App />
      </LanguageProvider>
    </StrictMode>,
  )
}
