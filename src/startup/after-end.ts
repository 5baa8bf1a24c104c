import { normalPath } from '#contract/campaign-link.ts'

const openAfterEnd = new Set([
  '/endcampaign',
  '/watinganouncer',
  '/confirm',
  '/qrcode',
  '/thanks',
  '/receipthistory',
  '/outbox',
  '/entries',
  '/help',
])

const isOpenAfterEnd = (path: string): boolean => openAfterEnd.has(path) || path.startsWith('/receipt/')

/**
 * Returns the path to open, or null to stay. Spec S4 sends every start to /endCampaign, but links to useful screens
 * open them (decision 018).
 */
export function afterEnd(path: string, redirect: string | null): string | null {
  const [wanted = path] = (redirect ?? path).split(/[?#]/)
  if (!isOpenAfterEnd(normalPath(wanted))) return normalPath(path) === '/endcampaign' ? null : '/endCampaign'
  return redirect === null || wanted === path ? null : redirect
}
