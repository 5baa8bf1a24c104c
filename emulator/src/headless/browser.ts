import { isLineHost } from '../line-hosts.ts'

const MAX_REDIRECTS = 10

type ConsentAnswer = { readonly allow: boolean; readonly addFriend: boolean }

/** Where the redirects ended: a page of the app, or a LINE page that waits for the user. */
export type VisitResult =
  | { readonly at: 'app'; readonly url: string }
  | { readonly at: 'line'; readonly url: string; readonly status: number }

function consentForm(html: string, { allow, addFriend }: ConsentAnswer): URLSearchParams {
  const form = new URLSearchParams({ answer: allow ? 'allow' : 'deny' })
  for (const [, scope = ''] of html.matchAll(/name="scope" value="([^"]+)"/g)) form.append('scope', scope)
  if (addFriend) form.append('friend', 'add')
  return form
}

/**
 * Opens a LINE URL as the phone would: follows redirects and, given an `answer`, submits the consent page. Rejects with
 * a TypeError if the connection fails.
 */
export async function visit(
  fetch: typeof globalThis.fetch,
  address: string,
  answer?: ConsentAnswer,
): Promise<VisitResult> {
  let url = address
  let form: URLSearchParams | undefined
  for (let hops = 0; hops < MAX_REDIRECTS; hops++) {
    if (!isLineHost(new URL(url).hostname)) return { at: 'app', url }
    const response = await fetch(url, form && { method: 'POST', body: form })
    const to = response.headers.get('location')
    if (to !== null) {
      url = new URL(to, url).href
      form = undefined
    } else if (answer && !form && response.ok) {
      form = consentForm(await response.text(), answer)
    } else {
      return { at: 'line', url, status: response.status }
    }
  }
  throw new Error(`More than ${MAX_REDIRECTS} redirects from ${address}`)
}
