import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

/**
 * Sets the security headers of all the desk's responses. The pages load nothing from other origins and are never
 * framed, except for the preview of the customers' screens. The component library sets styles from scripts, so styles
 * need `unsafe-inline`.
 */
export function deskHeaders(hsts: string | false): MiddlewareHandler {
  const set = headersOf(hsts)
  return async (c, next) => {
    let own: string | null = null
    await set(c, async () => {
      await next()
      own = c.res.headers.get(POLICY)
    })
    // A file may set its own, stricter policy.
    if (own !== null) c.res.headers.set(POLICY, own)
  }
}

export const POLICY = 'Content-Security-Policy'

/**
 * The page that shows the customers' screens in a frame. It gets its data from the desk's page, so its policy does not
 * allow requests, workers or forms.
 */
export const preview = {
  path: '/preview.html',
  policy: [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'none'",
    "worker-src 'none'",
  ].join('; '),
} as const

const headersOf = (hsts: string | false): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      baseUri: ["'none'"],
      objectSrc: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
      // If the browser cannot read codes, the page uses a WebAssembly library.
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'blob:', 'data:'],
      connectSrc: ["'self'"],
      fontSrc: ["'self'"],
      frameSrc: ["'self'"],
    },
    permissionsPolicy: {
      camera: ['self'],
      geolocation: [],
      microphone: [],
      payment: [],
      publickeyCredentialsGet: ['self'],
    },
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    referrerPolicy: 'no-referrer',
    strictTransportSecurity: hsts,
    originAgentCluster: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
