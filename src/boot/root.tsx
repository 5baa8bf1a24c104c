import { useEffect, useState } from 'react'
import { Redirect, Route, Router, type RouterOptions, Switch } from 'wouter'
import { AppContext, useApp } from '#src/app-context.ts'
import type { ScreenLoader } from '#src/loading/screen-loader.ts'
import { StartupScreen } from '#src/screens/startup/startup.tsx'
import { isStopped } from '#src/startup/phase.ts'
import type { App } from '#src/state/types.ts'
import { BrokenScreen, ErrorBoundary } from '#src/ui/broken-screen.tsx'
import { Layout } from '#src/ui/layout.tsx'
import { LazyScreen } from '#src/ui/lazy-screen.tsx'
import { ProgressLine } from '#src/ui/progress-line.tsx'
import { guardRoute } from './route-guard.ts'
import { type ScreenRoute, screenRoutes, stopped } from './routes.ts'

type Page = {
  readonly loader: ScreenLoader
  readonly onMissing: () => void
  readonly onShown?: () => void
}

const broken = (again: () => void) => <BrokenScreen again={again} />

export function Root({
  app,
  page,
  router = {},
}: {
  readonly app: App
  readonly page: Page
  readonly router?: Pick<RouterOptions, 'aroundNav' | 'hook'>
}) {
  return (
    <AppContext value={app}>
      <ErrorBoundary screen="frame" fallback={broken}>
        <Router {...router}>
          <Layout>
            <ProgressLine />
            <Switch>
              {screenRoutes.map(route => (
                <Route key={route.name} {...(route.path === null ? {} : { path: route.path })}>
                  <Guarded route={route} page={page} />
                </Route>
              ))}
            </Switch>
          </Layout>
        </Router>
      </ErrorBoundary>
    </AppContext>
  )
}

/** Loading all screens while idle keeps the app usable if the network is lost later. */
export const everyScreen = (loader: ScreenLoader): readonly (() => Promise<unknown>)[] =>
  // If loading fails here, the screen is loaded when it is opened.
  [...screenRoutes, stopped].map(
    ({ name, load }) =>
      () =>
        loader.load(name, load).catch(() => {}),
  )

function Guarded({ route, page }: { readonly route: ScreenRoute; readonly page: Page }) {
  const { session } = useApp()
  const phase = session.phase.value
  const customerId = session.customerId.value
  const checking = session.endedSignIn.value.kind === 'running'
  const shown = guardRoute(phase, route.guard, customerId !== null, checking)
  const wanted = shown.show === 'screen' || session.loading.value
  useEffect(() => {
    // Load the screen in parallel with startup. If this fails, `LazyScreen` shows the error.
    if (wanted) page.loader.load(route.name, route.load).catch(() => {})
  }, [wanted, route, page])
  switch (shown.show) {
    case 'startup':
      return isStopped(phase) ? <LazyScreen {...stopped} {...page} /> : <StartupScreen phase={phase} />
    case 'redirect':
      return <Redirect to={shown.to} replace />
    default:
      // A screen with the guard `open` is still shown after a sign-out. The key remounts it, to discard the customer's
      // state.
      return (
        <ErrorBoundary key={route.guard === 'open' ? customerId : null} screen={route.name} fallback={broken}>
          <StoppedByDefect />
          <LazyScreen name={route.name} load={route.load} {...page} />
        </ErrorBoundary>
      )
  }
}

/** Throws a defect that has stopped an action, so that the boundary shows the error screen. */
function StoppedByDefect() {
  const { outbox } = useApp()
  const defect = outbox.defect.value
  const [earlier] = useState(defect)
  if (defect !== earlier) throw defect?.error
  return null
}
