type LineRequest = { readonly method: string; readonly url: string; readonly status: number | null }
export type Line = {
  readonly url: string
  readonly isUp: () => Promise<boolean>
  /** Sends a text to the official account as the user. Returns the emulator's error, or null. */
  readonly say: (text: string) => Promise<string | null>
  readonly requests: () => Promise<readonly LineRequest[]>
}

export function lineAt(url: string): Line {
  const api = (path: string, init?: RequestInit) =>
    fetch(`${url}/__emulator/api/${path}`, { ...init, signal: AbortSignal.timeout(10_000) })
  return {
    url,
    isUp: () =>
      api('health').then(
        ({ ok }) => ok,
        () => false,
      ),
    async say(text) {
      const response = await api('chat', { method: 'POST', body: JSON.stringify({ text }) })
      return response.ok ? null : await response.text()
    },
    requests: async () => (await (await api('requests')).json()) as readonly LineRequest[],
  }
}

const isDone = (status: number | null): boolean => status !== null && status >= 200 && status < 300

const nameOf = ({ method, url }: LineRequest): string => {
  const { host, pathname } = new URL(url)
  return `${method} ${host}${pathname}`
}

/** A `*` at the end of the expected request matches everything. */
const matches = (expected: string, name: string): boolean =>
  expected.endsWith('*') ? name.startsWith(expected.slice(0, -1)) : name === expected

/** Returns the expected requests without a successful response, each with its statuses. */
export function missingRequests(expected: readonly string[], requests: readonly LineRequest[]): string[] {
  return expected.flatMap(one => {
    const same = requests.filter(request => matches(one, nameOf(request)))
    if (same.some(({ status }) => isDone(status))) return []
    const statuses = [...new Set(same.map(({ status }) => status ?? 'no answer'))]
    return [same.length === 0 ? `${one} was not sent` : `${one} was answered with ${statuses.join(', ')}`]
  })
}

export function otherRequests(expected: readonly string[], requests: readonly LineRequest[]): string[] {
  const others = requests.filter(request => !expected.some(one => matches(one, nameOf(request))))
  return [...new Set(others.map(request => `${nameOf(request)} ${request.status ?? 'no answer'}`))]
}

/** True if LINE rejected an expected request, or if the program rejected LINE's webhook. */
export function hasRefusal(expected: readonly string[], requests: readonly LineRequest[]): boolean {
  const isRefused = ({ status }: LineRequest) => status !== null && status >= 400
  const isWebhook = ({ url }: LineRequest) => new URL(url).hostname === 'localhost'
  const matters = (request: LineRequest) =>
    isWebhook(request) || expected.some(one => matches(one, nameOf(request)))
  return requests.some(request => isRefused(request) && matters(request))
}
