/**
 * The kind of response to a request: our server's, an error from our server or a gateway, a stranger's (such as a
 * sign-in page), or none.
 */
export type Heard = 'answer' | 'error' | 'stranger' | 'nothing'

function heardIn({ status, headers }: Response): Heard {
  // 511 is the status of a Wi-Fi network's sign-in page (RFC 6585).
  if (status >= 400 && status !== 511) return 'error'
  const isJson = headers.get('content-type')?.startsWith('application/json') === true
  return status === 304 || (status === 200 && (isJson || headers.has('x-request-id'))) ? 'answer' : 'stranger'
}

/**
 * Wraps `fetch` and remembers the kind of response to the request that ended last, except for requests that the app
 * itself aborted.
 */
export function listening(fetch: (request: Request) => Promise<Response>) {
  let heard: Heard = 'nothing'
  return {
    heard: () => heard,
    async fetch(request: Request): Promise<Response> {
      try {
        const response = await fetch(request)
        heard = heardIn(response)
        return response
      } catch (error) {
        const isOwn = (request.signal.reason as { name?: string } | undefined)?.name === 'AbortError'
        if (!isOwn) heard = 'nothing'
        throw error
      }
    },
  }
}
