import { useEffect, useRef } from 'react'
import type { Scenario } from '../api/types.ts'
import type { Frame } from './use-frame.ts'

type Environment = Scenario['environment']
/** An open page cannot adapt to changes of these values, so the app must be reopened. */
type Launch = { readonly session: string | undefined; readonly environment: Environment | undefined }

/** Ignores `webLogin`, which affects only the next web login. */
const openedIn = (environment: Partial<Environment> | undefined) =>
  JSON.stringify({ ...environment, webLogin: undefined })

/**
 * True if the page need not be reopened. Ignores a switch from LINE's in-app browser to the LIFF browser, because LINE
 * itself makes this switch for links to liff.line.me.
 */
function isSame(before: Launch, after: Launch): boolean {
  const opensLiff = before.environment?.kind === 'line-browser' && after.environment?.kind === 'liff'
  const environment = opensLiff ? { ...before.environment, kind: 'liff' as const } : before.environment
  return before.session === after.session && openedIn(environment) === openedIn(after.environment)
}

/**
 * Reopens the app if another client (the REST control API, the command line, another panel) changes the session or
 * environment.
 */
export function useReopen({ screen, openCount, open }: Frame, launch: Launch, onReopen = () => {}): void {
  const opened = useRef<{ readonly count: number; readonly launch: Launch }>({ count: 0, launch })
  const run = useRef(onReopen)
  run.current = onReopen
  const { session, environment } = launch
  useEffect(() => {
    const now = { session, environment }
    const { count, launch: before } = opened.current
    opened.current = { count: openCount, launch: now }
    if (screen === 'closed' || openCount !== count || isSame(before, now)) return
    open()
    run.current()
  }, [screen, openCount, open, session, environment])
}
