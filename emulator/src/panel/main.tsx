import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './styles/tokens.css'
import { App } from './app.tsx'
import { moveBesidePhones } from './state/place.ts'
import { applyTheme, storedTheme } from './state/theme.ts'

applyTheme(storedTheme())

const root = document.getElementById('root')
if (root && !(await moveBesidePhones())) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
