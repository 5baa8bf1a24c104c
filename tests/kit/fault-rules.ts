export type Fault =
  | { readonly do: 'hang' }
  /** The connection closes before the server receives the request. */
  | { readonly do: 'reset' }
  /** The server receives the request only after this promise has resolved. */
  | { readonly do: 'hold'; readonly until: Promise<void> }
  /** The proxy answers with an API error. */
  | { readonly do: 'status'; readonly status: number; readonly error: string; readonly retryAfter?: number }
  /** The server handles the request, but the connection closes without a response. */
  | { readonly do: 'drop-reply' }
  /** The response is slow. */
  | { readonly do: 'slow'; readonly bytesPerSecond: number }
  /** After this many bytes of the response, the connection closes or sends nothing more. */
  | { readonly do: 'cut-reply' | 'stall-reply'; readonly after: number }
  /** The connection closes after this many bytes of the request's body. */
  | { readonly do: 'cut'; readonly after: number }
  /** The proxy answers with a captive portal's sign-in page. */
  | { readonly do: 'portal' }
  /** The server handles the request, but the response never arrives. */
  | { readonly do: 'hang-reply' }
  /** The response is complete but not cacheable, which has the same effect as if the browser later evicted the file. */
  | { readonly do: 'no-store' }

export type Rule = {
  readonly method?: string
  /** Matched against the path and the query. */
  readonly path: RegExp
  readonly fault: Fault
  /** Number of requests that the fault affects; if omitted, all requests until the rule is removed. */
  readonly times?: number
  readonly when?: () => boolean
}

export function createRules() {
  let rules: { rule: Rule; left: number }[] = []
  return {
    /** Returns the newest matching rule's fault and counts it as used, or returns null. */
    strike(method: string, path: string): Fault | null {
      const found = rules.findLast(
        ({ rule, left }) =>
          left > 0 && (rule.method ?? method) === method && rule.path.test(path) && (rule.when?.() ?? true),
      )
      if (!found) return null
      found.left -= 1
      return found.rule.fault
    },
    /** Adds a rule. Call the returned function to remove the rule. */
    add(rule: Rule) {
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
