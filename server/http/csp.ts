import { createHash } from 'node:crypto'

type Options = {
  readonly connect?: readonly string[]
  /** Allows LINE's hosts; true by default. The emulator serves them from the page's own origin. */
  readonly lineHosts?: boolean
  readonly frameAncestors?: readonly string[]
  readonly scriptHashes?: readonly string[]
  readonly reportUri?: string | null
  /** Allows `eval`, because LIFF's sub-windows evaluate a script in an empty frame. */
  readonly subwindow?: boolean
}

export const inlineScriptHashes = (html: string): readonly string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
  )

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
