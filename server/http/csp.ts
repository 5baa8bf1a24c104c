type Options = {
  /** Origins besides the page's own that it may call. */
  readonly connect?: readonly string[]
  /** Whether LINE's real hosts are reached; under the emulator they are paths of the page's own origin. */
  readonly lineHosts?: boolean
  /** Who may show the page in a frame. */
  readonly frameAncestors?: readonly string[]
  /** Hashes (`sha256-…`) of scripts that stand in the HTML. */
  readonly scriptHashes?: readonly string[]
  /** Where browsers send what the policy stopped. */
  readonly reportUri?: string | null
  /** LIFF's sub-windows evaluate a script inside an empty frame. */
  readonly subwindow?: boolean
}

const line = {
  script: ['https://static.line-scdn.net'],
  image: ['https://profile.line-scdn.net'],
  connect: [
    'https://api.line.me',
    'https://access.line.me',
    'https://liffsdk.line-scdn.net',
    'https://liff-subwindow.line.me',
    'https://uts-front.line-apps.com',
  ],
  frame: ['https://liff-subwindow.line.me'],
} as const

/** What a page of the app may load and call, as the value of `Content-Security-Policy`. */
export function contentSecurityPolicy(options: Options = {}): string {
  const hosts = (options.lineHosts ?? true) ? line : { script: [], image: [], connect: [], frame: [] }
  const ancestors = options.frameAncestors ?? []
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ancestors.length > 0 ? ancestors : ["'none'"],
    'script-src': [
      "'self'",
      ...hosts.script,
      ...(options.scriptHashes ?? []).map(hash => `'${hash}'`),
      ...(options.subwindow ? ["'unsafe-eval'"] : []),
    ],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'blob:', 'data:', ...hosts.image],
    'connect-src': ["'self'", ...(options.connect ?? []), ...hosts.connect],
    'frame-src': hosts.frame.length > 0 ? hosts.frame : ["'none'"],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'media-src': ["'self'", 'blob:'],
    ...(options.reportUri ? { 'report-uri': [options.reportUri] } : {}),
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}
