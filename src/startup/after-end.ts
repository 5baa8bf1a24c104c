import { normalPath } from '#contract/campaign-link.ts'

/** Screens that are still useful after the end of the campaign. A receipt at `/receipt/{id}` is one of them, too. */
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
 * Returns the path to open after the end of the campaign, or null to stay on `path`. Spec S4 sends every start to
 * /endCampaign. A link to a screen that is still useful stays there (docs/decisions/018), as after a login (spec S2).
 * `redirect` is the path that such a link asks for in its query, or null.
 */
export function afterEnd(path: string, redirect: string | null): string | null {
  const [wanted = path] = (redirect ?? path).split(/[?#]/)
  if (!isOpenAfterEnd(normalPath(wanted))) return normalPath(path) === '/endcampaign' ? null : '/endCampaign'
  return redirect === null || wanted === path ? null : redirect
}
