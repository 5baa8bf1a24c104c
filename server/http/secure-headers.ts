import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

export const hstsOf = (publicUrl: string | null, subdomains: boolean): string | false =>
  publicUrl?.startsWith('https:') === true && `max-age=31536000${subdomains ? '; includeSubDomains' : ''}`

export function securityHeaders(hsts: string | false): MiddlewareHandler {
  return secureHeaders({
    // The launch URL of a LIFF app can contain tokens, so other sites may see only the origin.
    referrerPolicy: 'strict-origin',
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    strictTransportSecurity: hsts,
    // HTML has its own complete policy. Other responses have no scripts, but could be framed for clickjacking.
    contentSecurityPolicy: { frameAncestors: ["'none'"] },
    overwrite: false,
    // Browsers ignore these headers, or the Content-Security-Policy already has the same effect.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
}
