import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

/**
 * Returns the value of `Strict-Transport-Security` for a server with this public origin, or false for a server without
 * HTTPS. `subdomains` says whether browsers must use HTTPS for its subdomains as well.
 */
export const hstsOf = (publicUrl: string | null, subdomains: boolean): string | false =>
  publicUrl?.startsWith('https:') === true && `max-age=31536000${subdomains ? '; includeSubDomains' : ''}`

/**
 * Middleware that sets the security headers of every response, including errors. Does not overwrite headers
 * that the handler has set. `hsts` is the value of `Strict-Transport-Security`, or false for no such header.
 */
export function securityHeaders(hsts: string | false): MiddlewareHandler {
  return secureHeaders({
    // The launch URL of a LIFF app can contain tokens, so the referrer sent to other sites must not contain
    // more than the origin.
    referrerPolicy: 'strict-origin',
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    strictTransportSecurity: hsts,
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
