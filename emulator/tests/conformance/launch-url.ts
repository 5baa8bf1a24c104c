import type { CaseSetup } from './cases.ts'
import { APP_ORIGIN, ENDPOINT } from './scenario-from-setup.ts'

/** Returns the URL at which the page opens: the endpoint and, inside LINE, the launch hash with the case's changes. */
export function launchUrlOf(setup: CaseSetup, launchHash: string): string {
  const endpoint = setup.endpointUrl ?? ENDPOINT
  const at = setup.path === undefined ? new URL(endpoint) : new URL(setup.path, APP_ORIGIN)
  if (setup.query !== undefined) at.search = setup.query
  return `${at.href}${hashOf(setup, launchHash)}`
}

function hashOf(setup: CaseSetup, launchHash: string): string {
  if (setup.urlHash !== undefined) return setup.urlHash
  if (setup.where !== 'client' || setup.hash === 'none') return ''
  const params = new URLSearchParams(launchHash.replace(/^#/, ''))
  for (const name of setup.dropHash ?? []) params.delete(name)
  for (const [name, value] of Object.entries(setup.setHash ?? {})) params.set(name, value)
  return `#${params}${setup.extraHash ?? ''}`
}
