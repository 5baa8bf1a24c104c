import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

/**
 * Middleware that sets the security headers of every response, including errors. Does not overwrite headers
 * that the handler has set. Sends HSTS (one year) only if `publicUrl` is HTTPS.
 */
export function securityHeaders(publicUrl: string): MiddlewareHandler {
  return secureHeaders({
    // The launch URL of a LIFF app can contain tokens, so the referrer sent to other sites must not contain
    // more than the origin.
    referrerPolicy: 'strict-origin',
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    strictTransportSecurity: publicUrl.startsWith('https:') ? 'max-age=31536000' : false,
    // HTML has a complete policy of its own. Other responses have no scripts, but could be framed for clickjacking.
    contentSecurityPolicy: { frameAncestors: ["'none'"] },
    overwrite: false,
    // Turn off Hono's other default headers: browsers ignore them or get the same from the
    // Content-Security-Policy.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
}
