import { lazy, Suspense, use } from 'react'
import { createRoot } from 'react-dom/client'
import './main.css'
import { startup } from './startup.ts'

/** The specification's startup, implemented literally, one call after the other, as a baseline for the benchmark. */
const rootElement = document.getElementById('root')
if (rootElement === null) throw new Error('no #root')

/** Spec S2: "All screens are loaded lazily". */
const Home = lazy(() => import('./home.tsx').then(({ Home }) => ({ default: Home })))
const started = startup()

function Loading() {
  return (
    <div className="loading" role="status">
      <i />
      กำลังโหลด...<small>1.0.5</small>
    </div>
  )
}

function App() {
  const customer = use(started)
  return customer === null ? null : <Home customer={customer} />
}

createRoot(rootElement).render(
  <Suspense fallback={<Loading />}>
    <App />
  </Suspense>,
)
