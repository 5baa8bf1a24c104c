import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

/**
 * Middleware that sets the security headers of every response, errors included. A header that the handler has set
 * stays. Sends HSTS (one year) only if `publicUrl` is HTTPS.
 */
export function securityHeaders(publicUrl: string): MiddlewareHandler {
  return secureHeaders({
    // The launch URL of a LIFF app can carry tokens, so other sites get its origin only.
    referrerPolicy: 'strict-origin',
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    strictTransportSecurity: publicUrl.startsWith('https:') ? 'max-age=31536000' : false,
    overwrite: false,
    // Hono's other defaults: browsers ignore these headers or get the same from the Content-Security-Policy.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
}
