/** What happens to a request on its way to the server, or to the answer on its way back. */
export type Fault =
  /** Taken in whole, never answered. */
  | { readonly do: 'hang' }
  /** The connection breaks before the server sees it. */
  | { readonly do: 'reset' }
  /** Somebody in front of the server answers, in the API's own language. */
  | { readonly do: 'status'; readonly status: number; readonly error: string; readonly retryAfter?: number }
  /** The server has done it; then the connection breaks. */
  | { readonly do: 'drop-reply' }
  /** The answer comes this slowly. */
  | { readonly do: 'slow'; readonly bytesPerSecond: number }
  /** The connection breaks when this many bytes of the request's body have come. */
  | { readonly do: 'cut'; readonly after: number }
  /** A Wi-Fi sign-in page. */
  | { readonly do: 'portal' }
  /** The server has done it; then the answer neither comes nor breaks. */
  | { readonly do: 'hang-reply' }

export type Rule = {
  /** Any method where left out. */
  readonly method?: string
  /** Matched against path and query. */
  readonly path: RegExp
  readonly fault: Fault
  /** How many requests it strikes; all, until it is healed, where left out. */
  readonly times?: number
  /** Only while this holds. */
  readonly when?: () => boolean
}

export type Rules = {
  /** The newest rule that matches; counts it as used. */
  strike(method: string, path: string): Fault | null
  /** Adds a rule; the answer takes it away again. */
  add(rule: Rule): () => void
  clear(): void
}

export function createRules(): Rules {
  let rules: { rule: Rule; left: number }[] = []
  return {
    strike(method, path) {
      const found = rules.findLast(
        ({ rule, left }) =>
          left > 0 && (rule.method ?? method) === method && rule.path.test(path) && (rule.when?.() ?? true),
      )
      if (!found) return null
      found.left -= 1
      return found.rule.fault
    },
    add(rule) {
      const entry = { rule, left: rule.times ?? Number.POSITIVE_INFINITY }
      rules.push(entry)
      return () => {
        rules = rules.filter(other => other !== entry)
      }
    },
    clear() {
      rules = []
    },
  }
}
