import type { App } from '#src/state/types.ts'

/** Returns true if the customer should see home now: the path is home's and startup has not blocked it. */
export const homeIsDue = ({ session }: Pick<App, 'session'>, path: string): boolean =>
  session.phase.value.kind === 'ready' && path === '/'
