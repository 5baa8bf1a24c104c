const MAX_REDIRECTS = 10

/** The user's answer on LINE's consent page. */
export type ConsentAnswer = { readonly allow: boolean; readonly addFriend: boolean }

/** The page at the end of the redirects: a page of the app, or a page of LINE that waits for the user's answer. */
export type VisitResult =
  | { readonly at: 'app'; readonly url: string }
  | { readonly at: 'line'; readonly url: string; readonly status: number }

function isLine(url: string): boolean {
  return /(^|\.)line\.me$/.test(new URL(url).hostname)
}

function consentForm(html: string, { allow, addFriend }: ConsentAnswer): URLSearchParams {
  const form = new URLSearchParams({ answer: allow ? 'allow' : 'deny' })
  const scopes = [...html.matchAll(/name="scope" value="([^"]+)"/g)].map(match => match[1] ?? '')
  for (const scope of new Set(scopes)) form.append('scope', scope)
  if (addFriend) form.append('friend', 'add')
  return form
}

/**
 * Opens a LINE URL as the phone would: follows redirects and, if `answer` is given, submits the consent page. Rejects
 * with a TypeError if the connection fails.
 */
export async function visit(
  fetch: typeof globalThis.fetch,
  address: string,
  answer?: ConsentAnswer,
): Promise<VisitResult> {
  let url = address
  let form: URLSearchParams | undefined
  for (let hops = 0; hops < MAX_REDIRECTS; hops++) {
    if (!isLine(url)) return { at: 'app', url }
    const response = await fetch(url, {
      redirect: 'manual',
      ...(form
        ? {
            method: 'POST',
            body: form.toString(),
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          }
        : {}),
    })
    const to = response.headers.get('location')
    if (to !== null) {
      url = new URL(to, url).href
      form = undefined
      continue
    }
    if (!answer || form || !response.ok) return { at: 'line', url, status: response.status }
    form = consentForm(await response.text(), answer)
  }
  throw new Error(`More than ${MAX_REDIRECTS} redirects from ${address}`)
}
